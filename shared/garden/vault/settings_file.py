"""Files of settings in a vault, which may be a stranger's: only small ones are read."""

from pathlib import Path

MOST = 1_000_000  # bytes; a garden's settings have a few thousand


def settings_text(file: Path, errors: str = "strict") -> str:
    """Return what such a file says.

    Raises:
        OSError: when it is not there, no file by itself, as a pipe, or larger than any settings.
        UnicodeDecodeError: when it is not UTF-8.

    """
    size = file.stat().st_size
    if not file.is_file() or size > MOST:
        raise OSError(f"{file} is no file of settings")
    return file.read_text(encoding="utf-8-sig", errors=errors)
