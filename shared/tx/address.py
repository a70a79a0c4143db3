"""Read where a database is: as libpq does, and its ports already now."""

from typing import Any

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

UNREADABLE = (
    "DATABASE_URL cannot be read. Write it as postgresql://USER:PASSWORD@HOST/NAME, with special "
    "characters percent-encoded."
)


def parts_of(url: str) -> dict[str, Any] | None:
    """Return the parts of a connection string; None where it cannot be read, which may be secret.

    libpq looks at the ports only when it connects, and would say then that nobody answers.
    """
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError:
        return None
    ports = str(parts.get("port") or "").split(",")
    return parts if all(map(is_port, ports)) else None


def is_port(text: str) -> bool:
    """Tell a port, or none, from what libpq would refuse."""
    return not text or (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= 65535)
