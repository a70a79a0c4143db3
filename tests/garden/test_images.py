"""Files beside the notes: shown where a note says so, copied only then."""

import re

from shared.garden.machines import limits
from tests.support.photographs import plain

PIXELS = plain()


def sources(html: str) -> list[str]:
    return re.findall(r'src="([^"]+)"', html)


def test_g32_both_spellings_of_a_name_with_spaces_are_one_copied_file(grow):
    built = grow(
        {
            "圖.md": "![[att/圖 片 (1).png|300]]\n![alt](att/圖%20片%20(1).png)\n"
            "![[圖 片 (1).png|words]]",
            "att/圖 片 (1).png": PIXELS,
        }
    )
    body = built.body("圖")
    assert len(set(sources(body))) == 1
    assert 'alt="圖 片 (1)" width="300"' in body
    assert 'alt="alt"' in body
    assert 'alt="words"' in body
    copied = [path for path, content in built.everything() if content.endswith(PIXELS)]
    assert len(copied) == 1
    assert copied[0].startswith("assets/")


def test_g32_a_note_named_like_an_image_is_told_from_it(grow):
    built = grow({"007.jpg.md": "the note", "007.jpg": PIXELS, "a.md": "![[007.jpg]] [[007.jpg]]"})
    assert "<img" in built.body("a")
    assert '<a href="/007.jpg/">007.jpg</a>' in built.body("a")


def test_g32_a_missing_image_is_a_warning_and_leaves_its_description(grow):
    built = grow({"a.md": "x\n\n字 ![What it shows](gone.png) ![[gone too.png]]"})
    assert built.warnings == [
        "a.md:3:3: image 'gone.png' leads nowhere",
        'a.md:3:30: embed "gone too.png" leads nowhere',
    ]
    assert "What it shows" in built.body("a")
    assert "<img" not in built.body("a")


def test_only_what_a_public_note_shows_is_copied(grow):
    files = {
        "a.md": "![[shown.png]] ![[paper.pdf|the paper]] ![[bird.mp3]] ![[film.mp4]]",
        "b.md": "---\ndraft: true\n---\n![[hidden.png]]",
        "shown.png": PIXELS,
        "hidden.png": plain(colour="#78488f"),
        "unused.png": plain(colour="#b39c78"),
        "paper.pdf": b"paper",
        "bird.mp3": b"bird",
        "film.mp4": b"film",
    }
    built = grow(files)
    assets = {
        path.split("/")[1].rsplit("-", 1)[0] for path, _ in built.everything() if "assets/" in path
    }
    assert {"shown", "paper", "bird", "film"} <= assets
    assert not {"hidden", "unused"} & assets
    body = built.body("a")
    assert re.search(r'<a href="/assets/paper-\w+\.pdf">the paper</a>', body)
    assert "<audio controls" in body
    assert "<video controls" in body


def test_the_assets_of_a_garden_are_found_too(grow, tmp_path):
    (tmp_path / "site/assets").mkdir(parents=True)
    (tmp_path / "site/assets/seed.png").write_bytes(PIXELS)
    built = grow({"deep/a.md": "![[seed.png]] ![x](/assets/seed.png)"}, toml='publish = "all"')
    assert built.body("deep/a").count("<img") == 2
    assert built.warnings == []


def test_images_in_letters_have_whole_addresses(grow):
    built = grow({"a.md": "---\nmaturity: evergreen\n---\n![[p.png|80x40]]", "p.png": PIXELS})
    letter = built.entry("a")["mail_html"]
    assert re.search(r'src="https://garden\.example/assets/p-\w+\.png"', letter)
    assert 'width="80"' in letter


def test_a_file_that_free_hosts_refuse_is_a_warning_where_it_is_shown(grow, tmp_path):
    (tmp_path / "site").mkdir()
    with (tmp_path / "site/film.mp4").open("wb") as film:
        film.truncate(26 * 1024 * 1024)
    built = grow({"a.md": "字 ![[film.mp4]]"})
    assert built.warnings == [
        'a.md:1:3: "film.mp4" has 26 MB; free hosts of static sites take 25 at most: '
        "keep it elsewhere, and link to it"
    ]


def test_a_site_of_more_files_than_free_hosts_take_is_a_warning(grow, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FILES", 20)
    built = grow({f"{number}.md": "a" for number in range(12)})
    [warning] = built.warnings
    assert re.match(r"garden\.toml:1:1: the site has \d+ files; free hosts take 20 at mos", warning)


def test_a_film_that_has_not_changed_is_not_copied_again(grow):
    built = grow({"a.md": "![[film.mp4]]", "film.mp4": b"moving"})
    [before] = built.out.glob("assets/film-*")
    inode = before.stat().st_ino
    grow({"a.md": "![[film.mp4]] more"})
    assert before.stat().st_ino == inode
    grow({"film.mp4": b"moved!"})
    [after] = built.out.glob("assets/film-*")
    assert after.read_bytes() == b"moved!"
