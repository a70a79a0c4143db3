"""A garden in a real git repository, whose commits are as old as a test says."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from shared.garden.build import build
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL, Built

TAIPEI = 'title = "G"\nzone = "Asia/Taipei"\n'
WHO = ("NAME", "EMAIL")


@dataclass
class Repository:
    """A garden in a real git repository."""

    site: Path
    out: Path

    @classmethod
    def at(cls, place: Path) -> "Repository":
        made = cls(place / "site", place / "out")
        (made.site / "notes").mkdir(parents=True)
        (made.site / "garden.toml").write_text(TAIPEI)
        made.begin()
        return made

    def begin(self) -> None:
        self.git("init", "--quiet", "--initial-branch", "main")

    def git(self, *words: str, at: str = "2024-01-01T12:00:00+08:00") -> str:
        who = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in WHO}
        dates = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": "2026-06-06T06:06:06Z"}
        nothing = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        environment = {"PATH": os.environ["PATH"], **who, **dates, **nothing}
        command = ("git", "-C", str(self.site), *words)
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        return done.stdout.strip()

    def write(self, files: Mapping[str, str]) -> None:
        for path, text in files.items():
            file = self.site / "notes" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def commit(self, at: str, files: Mapping[str, str] | None = None) -> None:
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x", at=at)

    def sign(self) -> None:
        """Let the last commit claim a signature, which somebody would have to look at."""
        head, _, words = self.git("cat-file", "commit", "HEAD").partition("\n\n")
        seal = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----"
        (self.site / "signed").write_text(f"{head}\n{seal}\n\n{words}\n")
        name = self.git("hash-object", "-t", "commit", "-w", "signed")
        self.git("update-ref", "HEAD", name)

    def build(self, cache: Path | None = None) -> Built:
        urls = {"site_url": SITE_URL, "functions_url": FUNCTIONS_URL}
        return Built(build(self.site, self.out, **urls, cache=cache), self.site, self.out)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository.at(tmp_path)


def dates(built: Built, slug: str) -> tuple[str, str]:
    note = built.note(slug)
    return tuple(f"{moment:%Y-%m-%d}" if moment else "" for moment in whens(note))


def whens(note):
    return note.planted_at, note.tended_at
