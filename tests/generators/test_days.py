"""When a note was planted and tended, where another generator makes the pages."""

from pathlib import Path

import pytest

from shared.garden.foreign.survey import survey
from tests.support.foreign import write
from tests.support.repository import Repository

URL = "https://garden.example"
TOML = 'publish = "all"\ngenerator = "{}"\n'
SOWN, GROWN = "2024-01-01T12:00:00Z", "2024-02-02T12:00:00Z"
WHERE = {"hugo": "content", "quartz": "content", "jekyll": "", "eleventy": ""}


def days(site: Path, path: str) -> tuple[str | None, str | None]:
    """Return when a note was planted and tended, as the manifest has it."""
    report = survey(site, site_url=URL)
    assert report.errors == []
    [note] = [note for note in report.notes if note.path == path]
    [told] = [each for each in report.manifest["notes"] if each["id"] == note.id]
    return told["planted_at"], told["tended_at"]


def rooted(tmp_path: Path, generator: str, files: dict[str, str]) -> Path:
    """Return a folder of a generator in a git repository, with one commit and then another."""
    folder = WHERE[generator]
    placed = {f"{folder}/{path}" if folder else path: text for path, text in files.items()}
    repository = Repository(write(tmp_path / "site", placed), tmp_path / "out")
    write(repository.site, {"garden.toml": TOML.format(generator)})
    repository.begin()
    repository.commit(SOWN)
    write(repository.site, {path: f"{text}\nMore.\n" for path, text in placed.items()})
    repository.commit(GROWN)
    return repository.site


@pytest.mark.parametrize("generator", WHERE)
def test_g20_what_front_matter_does_not_say_git_says(tmp_path: Path, generator: str):
    site = rooted(tmp_path, generator, {"a.md": "---\ntitle: A\n---\nx"})

    assert days(site, "a.md") == ("2024-01-01", "2024-02-02")


def test_g19_what_it_says_is_believed_in_the_generators_own_words(tmp_path: Path):
    head = "---\ntitle: A\ndate: 2023-05-06\nlastmod: 2023-06-07\n---\nx"
    site = rooted(tmp_path, "hugo", {"a.md": head})

    assert days(site, "a.md") == ("2023-05-06", "2023-06-07")


def test_a_post_of_jekyll_is_as_old_as_its_name_says(tmp_path: Path):
    site = rooted(tmp_path, "jekyll", {"_posts/2022-03-04-a.md": "---\ntitle: A\n---\nx"})

    assert days(site, "_posts/2022-03-04-a.md") == ("2022-03-04", "2024-02-02")


def test_eleventy_reads_a_day_in_a_path_and_asks_git_where_it_is_told_to(tmp_path: Path):
    files = {
        "2022-03-04/a.md": "---\ntitle: A\n---\nx",
        "b.md": "---\ntitle: B\ndate: git Created\n---\nx",
        "2022-99-99-c.md": "---\ntitle: C\n---\nx",
    }
    site = rooted(tmp_path, "eleventy", files)

    assert days(site, "2022-03-04/a.md")[0] == "2022-03-04"
    assert days(site, "b.md")[0] == "2024-01-01"
    assert days(site, "2022-99-99-c.md")[0] == "2024-01-01"
