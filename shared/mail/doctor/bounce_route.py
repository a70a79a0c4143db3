"""Would we hear of a letter that comes back, and does a letter say where its sender lives?"""

from shared.mail.doctor.finding import MailFinding
from shared.mail.doctor.ways import Way
from shared.settings import Settings

MADE_UP = "1 Garden Path, Greenhouse"  # what `dev` puts in, and the example of the docs


def examine_bounce_route(settings: Settings, way: Way) -> list[MailFinding]:
    """Look whether any of the ways by which this service tells of bounces is set."""
    given = {
        "BOUNCE_ADDRESS": settings.bounce_address,
        "BOUNCE_TOKEN": settings.bounce_token,
        "MAILGUN_SIGNING_KEY": settings.mailgun_signing_key,
        "SNS_TOPICS": settings.sns_topics,
    }
    if any(given[name] for name in way.told_by):
        return []
    return [
        MailFinding(
            "bounce route",
            f"Nobody hears of mail that comes back from {way.name}.",
            f"Set {' or '.join(way.told_by)}, as docs/operating.md says under What comes back.",
        )
    ]


def examine_postal_address(written: str | None) -> list[MailFinding]:
    """Look whether the postal address at the foot of every letter is a real one."""
    if written and written.strip() != MADE_UP:
        return []
    says = (
        f"POSTAL_ADDRESS is {written!r}, where nobody lives."
        if written
        else ("POSTAL_ADDRESS is not set.")
    )
    remedy = "Set it to where post reaches you: laws about newsletters demand it of every letter."
    return [MailFinding("postal address", says, remedy)]
