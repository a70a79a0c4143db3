"""No sign that XML has no room for gets into a feed, however a note spells it."""

import json
import re
from xml.etree import ElementTree as Xml

UNSAYABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
HEAD = "---\nplanted: 2026-01-01\nmaturity: evergreen\n"


def test_a_reference_to_a_sign_that_xml_has_no_room_for_is_left_out(grow):
    said = (
        "# T&#1; x\n\ntext &#x1f;&#xFFFE;&#65535; [l&#2;](https://x.example/&#3;) ==m&#4;==\n\n"
        '<div>raw &#0000006; &#x00B; &#x41;<b title="a&#7;b">b&#8;</b></div>\n\nin <b>&#x1;</b>'
    )
    built = grow({"a.md": f"{HEAD}---\n{said}", "b.md": f'{HEAD}title: "a\\uFFFFb\\x01"\n---\nx'})

    assert [path for path, _ in built.everything() if path.endswith("feed.xml")] == ["feed.xml"]
    Xml.fromstring((built.out / "feed.xml").read_bytes())
    written = [
        path
        for path, content in built.everything()
        if path.endswith((".html", ".xml", ".json")) and UNSAYABLE.search(content.decode())
    ]
    assert written == []
    assert "raw   A" in built.body("a")
    assert [note.title for note in built.report.notes] == ["T x", "ab"]
    assert json.loads((built.out / "feed.json").read_text())["items"]


def test_in_code_it_is_shown_as_it_is_written(grow):
    built = grow({"a.md": "`&#1;`\n\n```\n&#x1F;\n```\n\n&#38;&#x26;amp;"})

    assert "<code>&amp;#1;</code>" in built.body("a")
    assert "&amp;#x1F;" in built.body("a")
    assert "&amp;&amp;amp;" in built.body("a")


def test_the_gardens_own_title_may_be_spelt_so_as_well(grow):
    built = grow({"a.md": f"{HEAD}---\nx"}, 'title = "A\\u0001B\\uFFFF"\npublish = "all"\n')

    title = Xml.fromstring((built.out / "feed.xml").read_bytes()).findtext(
        "{http://www.w3.org/2005/Atom}title"
    )
    assert title == "AB"
