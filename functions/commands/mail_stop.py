"""That no mail leaves, in one plain sentence with the command that tries again."""

from collections.abc import Mapping
from pathlib import Path

from functions.commands import show
from functions.commands.place import command
from functions.commands.show import whole
from shared.newsletter.delivering.stops import BREAKER, Why, plain, why
from shared.outbox import Gates

# The English words of templates/mail/_causes.txt, which the gardener gets by mail afterwards.
WORDS: Mapping[Why, tuple[str, str]] = {
    "login": (
        "The mail server did not let us log in.",
        "Correct user and password in MAIL_URL.",
    ),
    "credentials": (
        "Amazon SES did not accept the credentials of this process.",
        "Give its role leave to send (ses:SendEmail), or correct the access key.",
    ),
    "account": (
        "The mail service has stopped this account, or does not know its domain.",
        "Look at the account with the service; it says there what it wants.",
    ),
    "sender": (
        "The mail server does not let us send as MAIL_FROM.",
        "Use an address that this server may send for, or have its domain verified.",
    ),
    "name": (
        "Nobody knows the name of the mail server.",
        "Correct the host in MAIL_URL, or the name server of this machine.",
    ),
    "certificate": (
        "The way to the mail server is not protected as it must be.",
        "Correct scheme and port in MAIL_URL, or the server's certificate.",
    ),
    "quota": (
        "The mail service takes no more mails of this account for today.",
        "Ask it for a larger quota, or set MAIL_PER_DAY below it.",
    ),
    "unreachable": (
        "The mail server could not be reached, or turned us away.",
        "It may have been a disturbance; if it comes back, look at MAIL_URL and at the server.",
    ),
}


def lines_of_mail(found: Gates, data: Path) -> list[str]:
    """Return why no mail leaves, what mends it and the command; nothing where mail leaves."""
    for one in found.breakers:
        if one.breaker == BREAKER and one.status != "closed":
            cause, remedy = WORDS[why(plain(one.last_error))]
            since = f" since {show.clock(one.opened_at)}" if one.opened_at else ""
            resume = whole(command(data, f"jobs resume --breaker {BREAKER}"))
            return [f"nothing leaves{since}. {cause} {remedy} Then: {resume}"]
    return []
