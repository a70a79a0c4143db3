"""What has to be the same for anything of an earlier build to be of use."""

import hashlib
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

from shared import resources
from shared.garden.pages.theme import files_of, theme_of
from shared.garden.vault.written import FILE

DISTRIBUTION = re.compile(r".+\.(?:dist|egg)-info").fullmatch


def fingerprint(site: Path, *addresses: str) -> str:
    """Return a digest of code, libraries, templates, settings, and the addresses built for."""
    known = [sys.version, *installed(), *addresses]
    digest = hashlib.sha256("\n".join(known).encode())
    ours = Path(__file__).parent
    looks = [
        file for name in ("garden", "house") for file in files_below(resources.templates(name))
    ]
    looks += map(str, files_of(theme) if (theme := theme_of(site)) else [])
    code = [*files_below(ours), *files_below(ours.parent / "search")]
    for file in [*code, *looks, os.fspath(site / FILE)]:
        with suppress(FileNotFoundError, IsADirectoryError), open(file, "rb") as opened:
            digest.update(os.path.basename(file).encode() + b"\0" + opened.read())
    return digest.hexdigest()


def files_below(folder: Path) -> list[str]:
    """Return every file in a folder and those below it, but for what Python makes of them."""
    return sorted(
        os.path.join(here, name)
        for here, _, names in os.walk(folder)
        if not here.endswith("__pycache__")
        for name in names
    )


def installed() -> list[str]:
    """Return what is installed: the names of folders of metadata, which end with the version."""
    # importlib.metadata would tell the same in fifty times the time.
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    return sorted(name for folder in folders for name in os.listdir(folder) if DISTRIBUTION(name))
