"""One file for each kind of job, and the list of them: what a tick calls."""

from functions.jobs import announce, confirm_mail, evergreen_mail
from shared.outbox import Handlers

JOBS = Handlers(
    [
        confirm_mail.handler,
        announce.handler,
        evergreen_mail.handler,
    ]
)
