"""One file for each kind of job; the list of them, and what of it is due by the calendar."""

from functions.jobs import announce, confirm_mail, evergreen_mail, prune
from shared.outbox import Handlers, Schedule

JOBS = Handlers(
    [
        confirm_mail.handler,
        announce.handler,
        evergreen_mail.handler,
        prune.handler,
    ]
)

SCHEDULES: list[Schedule] = [
    prune.schedule,
]
