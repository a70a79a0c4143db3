"""One file for each kind of job; the list of them, and what of it is due by the calendar."""

from functions.jobs import (
    alert_mail,
    announce,
    confirm_mail,
    confirm_topic,
    evergreen_mail,
    prune,
    purge,
    remind,
    weekly_mail,
)
from shared.outbox import Handlers, Schedule

JOBS = Handlers(
    [
        confirm_mail.handler,
        announce.handler,
        evergreen_mail.handler,
        confirm_topic.handler,
        prune.handler,
        purge.handler,
        remind.handler,
        alert_mail.handler,
        weekly_mail.handler,
    ]
)

SCHEDULES: list[Schedule] = [
    prune.schedule,
    purge.schedule,
    weekly_mail.schedule,
]
