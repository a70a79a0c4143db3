"""What has to be the same for anything of an earlier build to be of use."""

import hashlib
import os
import re
import sys
from pathlib import Path

from shared import resources
from shared.garden.theme import files_of, theme_of
from shared.garden.written import FILE

DISTRIBUTION = re.compile(r".+\.(?:dist|egg)-info").fullmatch


def fingerprint(site: Path, *addresses: str) -> str:
    """Return a digest of code, libraries, templates, settings, and the addresses built for."""
    known = [sys.version, *installed(), *addresses]
    digest = hashlib.sha256("\n".join(known).encode())
    ours = Path(__file__).parent
    code = [*ours.rglob("*.py"), *(ours.parent / "search").glob("*.py")]
    looks = [file for name in ("garden", "house") for file in resources.templates(name).iterdir()]
    looks += files_of(theme) if (theme := theme_of(site)) else []
    for file in [*sorted(code), *sorted(looks), site / FILE]:
        digest.update(file.name.encode())
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


def installed() -> list[str]:
    """Return what is installed: the names of folders of metadata, which end with the version."""
    # importlib.metadata would tell the same in fifty times the time.
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    return sorted(name for folder in folders for name in os.listdir(folder) if DISTRIBUTION(name))
