"""What broke a connection: named without quoting anybody, and whether it mends itself."""

import re
import socket
import ssl


def causes(error: BaseException | None) -> list[BaseException]:
    """Return an error and what it came from."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def is_lasting(error: BaseException) -> bool:
    """Tell what stays so until a person mends it: a name that nobody knows, a certificate."""
    for cause in causes(error):
        if isinstance(cause, socket.gaierror):
            return cause.errno != socket.EAI_AGAIN  # that is a name server out for a moment
        if isinstance(cause, ssl.SSLError):
            return True
    return False


def reason(error: BaseException, deadline: float) -> str:
    """Name what went wrong; the deadline is in seconds."""
    for cause in causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the server's certificate is not trusted: {cause.verify_message}"
        if isinstance(cause, ssl.SSLError):
            return "the TLS handshake failed"
        if isinstance(cause, socket.gaierror):
            return "its name is not known"
        if isinstance(cause, ConnectionRefusedError):
            return "refused"
    if isinstance(error, TimeoutError):
        return f"no answer within {deadline:g} seconds"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__).lower()
