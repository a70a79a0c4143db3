"""A file that would act where it is opened goes out as text, whatever it is called."""

import codecs

import pytest

PAGE = b"<script>alert(document.domain)</script>"
XML = b'<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>1</script></x>'
ACTING = {
    **{f"e.{ending}": PAGE for ending in ("html", "HTM", "xhtml", "svgz", "mht", "php", "shtml")},
    "e.js": b"alert(1)",
    "e.mjs": b"alert(1)",
    "e.css": b"@import 'x'",
    "e.gpx": XML,
    "e.feed": XML.decode().encode("utf-16"),
    "e.unknown": b"\r\n\t " + PAGE,
    "e.pdf": codecs.BOM_UTF8 + PAGE,
    "Makefile": PAGE,
}


@pytest.mark.parametrize("shown", ["[x]({})", "![[{}]]", "![x]({})", '<a href="{}">x</a>'])
def test_what_acts_is_published_as_text_and_named(grow, shown):
    files = {f"d{number}/{name}": content for number, (name, content) in enumerate(ACTING.items())}
    built = grow({"a.md": "\n\n".join(shown.format(path) for path in files), **files})
    there = {
        file.suffix
        for file in (built.out / "assets").glob("[eM]*-*")
        if file.name[:2] in ("e-", "Ma")
    }

    assert there == {".txt"}
    assert 'href="/assets/e-' in built.body("a")
    warned = [each for each in built.warnings if "it is published as text" in each]
    assert len(warned) == len(files)


def test_what_does_not_stays_what_it_is(grow):
    files = {
        "a.zip": b"PK\3\4",
        "b.csv": b"a,b\n<c>",
        "c.txt": b"x",
        "d.mp3": b"ID3",
        "e.stl": b"solid",
    }
    built = grow({"k.md": " ".join(f"[x]({name})" for name in files), **files})
    there = {file.suffix for file in (built.out / "assets").glob("[a-e]-*")}

    assert there == {".zip", ".csv", ".txt", ".mp3", ".stl"}
    assert built.warnings == []
