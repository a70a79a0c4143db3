"""The crawler itself finds what is broken: else its silence would say nothing."""

from pathlib import Path

from tests.support.crawler import crawl

PAGE = (
    '<p id="a"><a href="#a">1</a><a href="#b">2</a><a href="/gone/">3</a><a href="../x.css">4</a>'
    '<img srcset="/p.png 1w, /q.png 2w"><meta content="0; url=/far/"><p id="a">'
    '<a href="https://elsewhere.example/x">5</a><meta content="https://garden.example/none.png">'
)
FEED = '<feed><link href="https://garden.example/old/"/><c type="html">&lt;img src="/r"></c></feed>'


def test_whatever_is_broken_is_found(tmp_path: Path):
    (tmp_path / "n").mkdir()
    (tmp_path / "n/index.html").write_text(PAGE)
    (tmp_path / "x.css").write_text('a { mask: url("y.svg") }')
    (tmp_path / "p.png").write_text("")
    (tmp_path / "feed.xml").write_text(FEED)
    came = crawl(tmp_path, "https://garden.example")

    assert came.wrong == [
        "n/index.html: id 'a' is not the only one",
        "n/index.html: #b has no such place",
        "n/index.html: /gone/ leads nowhere",
        "n/index.html: /q.png leads nowhere",
        "n/index.html: /far/ leads nowhere",
        "n/index.html: https://garden.example/none.png leads nowhere",
        "x.css: y.svg leads nowhere",
        "feed.xml: https://garden.example/old/ leads nowhere",
        "feed.xml: /r leads nowhere",
    ]
    assert came.followed == 11
