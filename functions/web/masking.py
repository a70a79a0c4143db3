"""Show an address to whoever knows it, and to nobody else."""

from shared.mail.readable import readable


def mask(email: str) -> str:
    """Return an address that tells its owner which it is, and nobody else what it is."""
    local, _, domain = email.partition("@")
    return f"{local[:1]}***@{readable(domain)}"
