"""Do the addresses that stand in letters answer, and does one click unsubscribe?"""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from ipaddress import ip_address
from urllib.parse import urlsplit

from shared.loopback import is_loopback, is_private
from shared.mail.doctor.finding import MailFinding
from shared.mail.doctor.names import Names

PATIENCE = 15.0  # seconds for one answer
MOST = 65536  # bytes of an answer that are read

# No key of ours has signed it, so nobody is unsubscribed.
ONE_CLICK = "/newsletter/unsubscribe?token=doctor"
ONE_CLICK_BODY = b"List-Unsubscribe=One-Click"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a status with where it leads and the beginning of its body, or why not."""

    status: int = 0
    location: str = ""
    body: bytes = b""
    why: str = ""


class Stay(urllib.request.HTTPRedirectHandler):
    """Follow no redirect: a mail program that unsubscribes does not either (RFC 8058)."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Let the redirect be the answer."""


def examine_address(variable: str, url: str, names: Names | None = None) -> list[MailFinding]:
    """Look at an address as it is written: others must be able to open it, and by https.

    With `names` what its host is called elsewhere is looked at as well.
    """
    host = urlsplit(url).hostname or ""
    found: list[MailFinding] = []
    if not url.startswith("https://"):
        says = f"{variable} is {url}, which is not https: mail programs unsubscribe by https alone."
        found.append(MailFinding("addresses", says, "Serve it by https and write it so."))
    if is_loopback(host) or is_private(host):
        says = f"{variable} is {url}, which readers elsewhere cannot open."
        found.append(MailFinding("addresses", says, "Write its public address."))
    elif names is not None:
        found += examine_host(variable, host, names)
    return found


def examine_host(variable: str, host: str, names: Names) -> list[MailFinding]:
    """Look whether a host's name leads to an address that readers can reach."""
    addresses = names.addresses(host)
    if not addresses:
        says = f"The host of {variable}, {host}, has no address in the domain name system."
        return [MailFinding("addresses", says, "Add one.", f"{host}. A ADDRESS-OF-THE-SERVER")]
    inside = [one for one in addresses if ip_address(one).is_private]
    if not inside:
        return []
    says = f"The host of {variable}, {host}, is {', '.join(inside)}, which readers cannot reach."
    return [MailFinding("addresses", says, "Let the name lead to its public address.")]


def examine_site(site_url: str) -> list[MailFinding]:
    """Ask for the garden's first page."""
    answer = ask(f"{site_url}/")
    if answer.why or answer.status >= 400:
        says = f"The garden does not answer at {site_url}: {answer.why or answer.status}."
        return [MailFinding("addresses", says, "Publish it, or correct SITE_URL.")]
    to = urlsplit(answer.location)
    if to.netloc and to.netloc != urlsplit(site_url).netloc:
        says = f"{site_url} leads on to {to.scheme}://{to.netloc}."
        remedy = "Letters name SITE_URL: if the garden is there for good, set SITE_URL to it."
        return [MailFinding("addresses", says, remedy)]
    return []


def examine_functions(functions_url: str) -> list[MailFinding]:
    """Ask the functions how they are and then, if they are there, to unsubscribe nobody."""
    answer = ask(f"{functions_url}/healthz")
    if answer.why:
        says = f"The functions do not answer at {functions_url}: {answer.why}."
    elif answer.status == 503:
        says = f"The functions at {functions_url} answer, but their database does not (503)."
    elif answer.status != 200 or not is_json(answer.body):
        says = f"What answers at {functions_url}/healthz ({answer.status}) is not Thistledown."
    else:
        return examine_one_click(functions_url)
    remedy = (
        "Until they do nobody can confirm or unsubscribe. Start them, or correct FUNCTIONS_URL."
    )
    return [MailFinding("addresses", says, remedy)]


def examine_one_click(functions_url: str) -> list[MailFinding]:
    """Unsubscribe as a mail program does, with a link that nobody has: it must answer 200."""
    answer = ask(functions_url + ONE_CLICK, ONE_CLICK_BODY)
    if answer.status == 200:
        return []
    got = answer.why or f"{answer.status}"
    if answer.location:
        got += f" and leads on to {urlsplit(answer.location)._replace(query='').geturl()}"
    return [
        MailFinding(
            "one-click",
            f"Unsubscribing by one click does not work: {functions_url}/newsletter/unsubscribe "
            f"answers a POST with {got}.",
            "It must answer 200 itself (RFC 8058): let every proxy in front pass POST on, with no "
            "login, no challenge and no redirect.",
        )
    ]


def ask(url: str, body: bytes | None = None) -> Answer:
    """Get a page, or post to it, and follow no redirect."""
    headers = {"User-Agent": "Thistledown"}
    request = urllib.request.Request(url, body, headers)  # noqa: S310 - the gardener's own address
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=PATIENCE) as response:
            return Answer(response.status, body=response.read(MOST))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers.get("location", ""))
    except (OSError, HTTPException, ValueError) as error:
        inner = getattr(error, "reason", None)
        said = getattr(inner, "strerror", None) or inner or error
        return Answer(why=str(said).rstrip(".") or type(error).__name__)


def is_json(body: bytes) -> bool:
    """Tell whether an answer is a JSON object, as that of the functions is."""
    try:
        return isinstance(json.loads(body), dict)
    except ValueError:
        return False
