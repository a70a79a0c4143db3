"""The language of notes, as their letters tell it, and where it is asked for."""

import os

import pytest

from shared.garden.vault.tongues import guess, tongue_of
from tests.garden.conftest import Grow
from tests.support.cli import invoke

TRADITIONAL = "這座花園怎麼長：種下念頭，時常回來看看，讓它們自己開花。還沒長成的也可以先寫下來。"
SIMPLIFIED = "这座花园怎么长：种下念头，时常回来看看，让它们自己开花。还没长成的也可以先写下来。"
JAPANESE = "庭はゆっくり育ちます。種を植えて、ときどき見に来て、花が咲くのを待ちましょう。"
KOREAN = "정원은 천천히 자랍니다. 씨앗을 심고 가끔 와서 꽃이 피기를 기다립니다."
ARABIC = "تنمو الحديقة ببطء. نزرع البذور ونعود بين حين وآخر لننتظر تفتح الزهور."
PERSIAN = "باغ آهسته رشد می‌کند. بذر می‌کاریم و گاهی برمی‌گردیم تا شکفتن گل‌ها را ببینیم."
ENGLISH = "A garden grows slowly: plant a thought, come back now and then, and let it flower."


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        (TRADITIONAL, "zh-Hant"),
        (SIMPLIFIED, "zh-Hans"),
        (JAPANESE, "ja"),
        (KOREAN, "ko"),
        (ARABIC, "ar"),
        (PERSIAN, "fa"),
        (ENGLISH, ""),
        ("Сад растёт медленно: посади мысль и возвращайся иногда к ней.", None),
        ("短い。", None),
        (f"---\ntags: [a, b]\ntitle: {ENGLISH * 3}\n---\n{TRADITIONAL}", "zh-Hant"),
        (f"{TRADITIONAL}\n```python\n{'print(1) ' * 200}\n```\n", "zh-Hant"),
        (f"{TRADITIONAL} https://example.org/{'a/very/long/address' * 20}", "zh-Hant"),
        (f"{ENGLISH * 3} 花園", ""),
        (f"{TRADITIONAL} Silver leaf and Charles", "zh-Hant"),
    ],
)
def test_letters_tell_the_language_of_a_note(text, tongue):
    assert guess(text) == tongue


def notes(*texts: str) -> dict[str, str]:
    return {f"{number}.md": text for number, text in enumerate(texts)}


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ((TRADITIONAL, TRADITIONAL, ENGLISH), "zh-Hant"),
        ((KOREAN,), "ko"),
        ((TRADITIONAL, ENGLISH), "en"),
        ((TRADITIONAL, SIMPLIFIED, ENGLISH), "en"),
        ((ENGLISH,), "en"),
        (("x",), "en"),
    ],
)
def test_a_vault_is_in_the_language_of_most_of_its_notes(grow: Grow, texts, language):
    built = grow(notes(*texts))

    assert built.report.manifest["site"]["language"] == language
    assert f'<html lang="{language}"' in built.page("tags")


def test_a_pipe_and_a_link_are_not_read(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "out.md").write_text(KOREAN, "utf-8")
    (tmp_path / "vault" / "link.md").symlink_to(tmp_path / "out.md")
    os.mkfifo(tmp_path / "vault" / "pipe.md")

    assert tongue_of(tmp_path / "vault") == ""


def test_what_garden_toml_says_or_does_not_say_is_no_guess(grow: Grow):
    assert grow(notes(KOREAN), toml='publish = "all"').report.manifest["site"]["language"] == "en"


@pytest.mark.parametrize(
    ("toml", "taken"), [(None, "ko"), ('publish = "all"', "en"), ('language = "de"', "")]
)
def test_a_build_says_which_language_it_took_until_somebody_else_does(tmp_path, toml, taken):
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.md").write_text(f"---\nplanted: 2026-11-02\n---\n{KOREAN}", "utf-8")
    if toml:
        (site / "garden.toml").write_text(toml)
    words = ("--site", site, "--out", tmp_path / "out", "--no-cache")
    told = invoke("build", *words, SITE_URL="https://g.example").stderr

    said = f"The notes seem to be in ko, and the garden is taken to be in {taken}. A line "
    assert told == (f'{said}language = "ko" in garden.toml says it for good.\n' if taken else "")


def test_when_the_notes_have_become_others_what_was_kept_is_not_used(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    words = ("--site", site, "--out", tmp_path / "out", "--data", tmp_path / "data")
    for texts in ((ENGLISH,), (ENGLISH, KOREAN, KOREAN)):
        for name, text in notes(*texts).items():
            (site / name).write_text(text, "utf-8")
        invoke("build", *words, SITE_URL="https://g.example")

    assert '<html lang="ko"' in (tmp_path / "out" / "0" / "index.html").read_text("utf-8")
