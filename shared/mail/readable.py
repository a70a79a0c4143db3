"""Names of hosts for people: in their own letters, where the wire has only `xn--`."""

from urllib.parse import urlsplit

CODED = "xn--"  # RFC 5890, A-label


def readable(domain: str) -> str:
    """Return a domain as people write it; one that is no name in any script stays as it is."""
    if CODED not in domain:
        return domain
    import idna  # its tables are loaded for the few who need them

    try:
        return idna.decode(domain)
    except (idna.IDNAError, UnicodeError):
        return domain


def host_of(url: str) -> str:
    """Return the host of an address, for reading and not for clicking."""
    return readable(urlsplit(url).hostname or url)
