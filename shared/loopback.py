"""What counts as this machine, and what leads to another one."""

from ipaddress import ip_address
from urllib.parse import urlsplit

# By others nothing is sent. A service is somewhere else whatever its URL says.
SERVERS = ("smtp", "smtps")
SERVICES = ("fastmail", "gmail", "mailgun", "postmark", "resend", "ses", "ses+smtp")


def leaves_this_machine(mail_url: str) -> bool:
    """Tell whether mail goes to another machine; a server on this one is for trying things out."""
    if mail_url.partition("://")[0].lower() in SERVICES:
        return True
    try:
        parts = urlsplit(mail_url)
        return parts.scheme in SERVERS and not is_loopback(parts.hostname or "")
    except ValueError:  # shared.mail says what is wrong with it
        return True


def is_on_this_machine(database_url: str) -> bool:
    """Tell whether every host of a connection string is this machine."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(database_url)
    except ProgrammingError:  # whoever connects says what is wrong with it
        return True
    hosts = str(parts.get("hostaddr") or parts.get("host") or "").split(",")
    return all(not host or host.startswith("/") or is_loopback(host) for host in hosts)


def is_private(host: str) -> bool:
    """Tell whether a host name means something inside one's own walls alone."""
    if host.endswith((".local", ".lan", ".internal", ".home.arpa")):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


def is_public(site_url: str) -> bool:
    """Tell whether the world can open an address, as far as its host's name tells."""
    try:
        host = urlsplit(site_url).hostname or ""
    except ValueError:  # whoever reads the setting says what is wrong with it
        return False
    return bool(host) and not is_loopback(host) and not is_private(host)


def is_loopback(host: str) -> bool:
    """Tell whether a host name means this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
