"""The six questions of `thistledown setup`: how each is put, and which answer will do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shared.borrowed_senders import refuse_borrowed_sender
from shared.mail.address import BadAddress, parse
from shared.mail.doctor.bounce_route import examine_postal_address
from shared.mail.presets import PRESETS
from shared.mail.transport import open_transport
from shared.variables import BadSettings, base_url, refuse_local_links, required, sender

# Whatever the answer to the third question will be, the others must do for real mail.
REAL = "smtps://relay.example"
PUBLIC = "https://functions.example"

Answers = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question; `read` returns the answer as it is kept, or raises BadSettings."""

    name: str
    asks: str
    read: Callable[[str, Answers], str]
    proposes: Callable[[Answers], str | None] = lambda _: None
    is_secret: bool = False
    says: str = ""

    @property
    def option(self) -> str:
        """The option that answers it, as --site-url."""
        return f"--{self.name.lower().replace('_', '-')}"


def read_site(value: str, _: Answers) -> str:
    """Read where the garden is."""
    url = base_url("SITE_URL", value)
    refuse_local_links(url, PUBLIC, REAL)
    return url


def read_sender(value: str, _: Answers) -> str:
    """Read name and address of the sender."""
    written = sender(value)
    refuse_borrowed_sender(written, REAL)
    mailbox("MAIL_FROM", written.rpartition("<")[2].rstrip("> "))
    return written


def read_mail_url(value: str, _: Answers) -> str:
    """Read how mail goes out."""
    open_transport(value.strip())
    return value.strip()


def read_postal_address(value: str, _: Answers) -> str:
    """Read where post arrives."""
    address = required({"POSTAL_ADDRESS": value}, "POSTAL_ADDRESS")
    for wrong in examine_postal_address(address):
        raise BadSettings(f"{wrong.says} {wrong.remedy}")
    return address


def read_gardener(value: str, _: Answers) -> str:
    """Read where the gardener reads mail."""
    return mailbox("GARDENER_EMAIL", value)


def read_functions(value: str, given: Answers) -> str:
    """Read where the functions run."""
    url = base_url("FUNCTIONS_URL", value)
    refuse_local_links(given["SITE_URL"], url, REAL)
    return url


def mailbox(name: str, value: str) -> str:
    """Read one mail address."""
    try:
        return parse(value).deliverable
    except BadAddress as error:
        raise BadSettings(f"{name}: {error}") from None


def ways() -> str:
    """Return the ways in which mail can go out, one a line."""
    known = [f"  {one.spelling}  ({one.where})" for one in PRESETS.values()]
    return "\n".join([*known, "  ses://REGION", "  smtps://USER:PASSWORD@HOST"])


QUESTIONS = (
    Question("SITE_URL", "Where is the garden, as https://garden.example.com?", read_site),
    Question(
        "MAIL_FROM",
        "From whom do letters come, as The gardener <letters@garden.example.com>?",
        read_sender,
    ),
    Question(
        "MAIL_URL",
        "How does mail go out? (What you type is not shown.)",
        read_mail_url,
        is_secret=True,
        says=f"Mail can go out by\n{ways()}",
    ),
    Question(
        "POSTAL_ADDRESS",
        "Where does post reach you? It stands at the foot of every letter.",
        read_postal_address,
    ),
    Question("GARDENER_EMAIL", "Where do you read mail yourself?", read_gardener),
    Question(
        "FUNCTIONS_URL",
        "Where do the functions run?",
        read_functions,
        proposes=lambda given: given.get("SITE_URL"),
    ),
)
