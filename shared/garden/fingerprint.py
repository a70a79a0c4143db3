"""What has to be the same for anything of an earlier build to be of use."""

import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

from shared import resources
from shared.garden.theme import files_of, theme_of
from shared.garden.written import FILE

LIBRARIES = ("comrak-ext", "jinja2", "math-core", "nh3", "pygments")


def fingerprint(site: Path, *addresses: str) -> str:
    """Return a digest of the code, the templates, the settings, and the addresses built for."""
    known = [sys.version, *map(version, LIBRARIES), *addresses]
    digest = hashlib.sha256("\n".join(known).encode())
    ours = Path(__file__).parent
    code = [*ours.rglob("*.py"), *(ours.parent / "search").glob("*.py")]
    looks = [file for name in ("garden", "house") for file in resources.templates(name).iterdir()]
    looks += files_of(theme) if (theme := theme_of(site)) else []
    for file in [*sorted(code), *sorted(looks), site / FILE]:
        digest.update(file.name.encode())
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()
