"""A little garden in a folder, built for real, and looked at as a reader would."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote

import pytest

from shared.garden.build import build
from shared.garden.report import Report

SITE_URL = "https://garden.example"
FUNCTIONS_URL = "https://functions.example"
VAULTS = Path(__file__).parent / "vaults"


@dataclass
class Built:
    report: Report
    site: Path
    out: Path

    def page(self, slug: str) -> str:
        return (self.out / unquote(slug).strip("/") / "index.html").read_text(encoding="utf-8")

    def body(self, slug: str) -> str:
        """What the note itself says on its page."""
        written = self.page(slug).split('<div class="prose">', 1)[1].split("</article>")[0]
        return written.strip().removesuffix("</div>").strip()

    def exists(self, slug: str) -> bool:
        return (self.out / slug / "index.html").is_file()

    def entry(self, slug: str) -> dict[str, object]:
        [found] = [note for note in self.report.manifest["notes"] if note["slug"] == slug]
        return found

    def note(self, slug: str):
        [found] = [note for note in self.report.notes if note.slug == slug]
        return found

    @property
    def errors(self) -> list[str]:
        return [str(problem) for problem in self.report.errors]

    @property
    def warnings(self) -> list[str]:
        return [str(problem) for problem in self.report.warnings]

    def everything(self) -> Iterator[tuple[str, bytes]]:
        """Every file of the output, with its own path, which may give something away, too."""
        for file in sorted(self.out.rglob("*")):
            if file.is_file():
                path = file.relative_to(self.out).as_posix()
                yield path, path.encode() + b"\n" + file.read_bytes()

    def mentions(self, text: str) -> list[str]:
        return [path for path, content in self.everything() if text.encode() in content]


Grow = Callable[..., Built]


@pytest.fixture
def grow(tmp_path: Path) -> Grow:
    """Write files into a vault and build it; with `toml` it is a garden, else just notes."""

    def build_it(
        files: Mapping[str, str | bytes], toml: str | None = None, site_url: str = SITE_URL
    ) -> Built:
        site, out = tmp_path / "site", tmp_path / "out"
        notes = site if toml is None else site / "notes"
        notes.mkdir(parents=True, exist_ok=True)
        if toml is not None:
            (site / "garden.toml").write_text(toml, encoding="utf-8")
        for path, content in files.items():
            file = notes / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        return Built(build(site, out, site_url=site_url, functions_url=FUNCTIONS_URL), site, out)

    return build_it


@pytest.fixture
def vault(tmp_path: Path) -> Callable[[str], Built]:
    """Build a copy of one of the vaults that lie beside the tests, whose git is not theirs."""

    def build_it(name: str) -> Built:
        site = copytree(VAULTS / name, tmp_path / name, dirs_exist_ok=True)
        out = tmp_path / "out"
        return Built(build(site, out, site_url=SITE_URL, functions_url=FUNCTIONS_URL), site, out)

    return build_it
