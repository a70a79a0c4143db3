"""Our templates as Python has compiled them, kept between builds: to compile them takes a while."""

import hashlib
from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from shared.garden.pages import escaping


def compiled(cache: Path) -> "Compiled":
    """Return where they are kept; what another Jinja or escaping has made is left alone."""
    made_by = f"{jinja2.__version__} {Path(escaping.__file__).read_text('utf-8')}"
    folder = cache / "templates"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(made_by.encode()).hexdigest()[:12]
    return Compiled(str(folder), f"{digest}-%s")


class Compiled(FileSystemBytecodeCache):
    """A folder of compiled templates; what it cannot give or take is compiled once more."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take a template out of the folder."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # bytes that are damaged may raise anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put a template into the folder."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
