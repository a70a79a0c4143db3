"""One file for each kind of job; the list of them, and what of it is due by the calendar."""

from functions.jobs import (
    alert_mail,
    announce,
    confirm_mail,
    confirm_topic,
    digest,
    digest_calendar,
    evergreen_mail,
    follow_mail,
    prune,
    purge,
    remind,
    settings_mail,
    weekly_mail,
)
from shared.outbox import Handlers, Schedule

JOBS = Handlers(
    [
        confirm_mail.handler,
        follow_mail.handler,
        announce.handler,
        evergreen_mail.handler,
        confirm_topic.handler,
        prune.handler,
        purge.handler,
        remind.handler,
        alert_mail.handler,
        weekly_mail.handler,
        settings_mail.handler,
        digest.handler,
        digest_calendar.handler,
    ]
)

SCHEDULES: list[Schedule] = [
    digest_calendar.schedule,
    prune.schedule,
    purge.schedule,
    weekly_mail.schedule,
]
