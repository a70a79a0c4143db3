"""A Quartz folder that is built here keeps at home what Quartz keeps at home."""

import pytest

TS = "quartz.config.ts"
HIDDEN = "private/a.md", "sub/private/b.md", "templates/c.md"


def config(patterns: str) -> str:
    return f"const config = {{\n  configuration: {{ ignorePatterns: {patterns} }},\n}}\n"


def quartz(source: str, *hidden: str, name: str = TS) -> dict[str, str]:
    notes = {f"content/{path}": "SENTINEL" for path in hidden}
    return {name: source, "content/index.md": "Seen", "README.md": "SENTINEL", **notes}


@pytest.mark.parametrize("source", ["", config("['private', 'templates', '.obsidian']")])
def test_g16_folders_that_quartz_passes_over_are_not_published(grow, source):
    built = grow({**quartz(source, *HIDDEN), "content/private/x.png": "SENTINEL"})

    assert built.exists("")
    assert built.mentions("SENTINEL") == []
    assert built.warnings == []


def test_a_garden_toml_beside_it_changes_nothing_of_that(grow):
    files = {**quartz(config('["Archive"]'), *HIDDEN, "Archive/d.md")}
    built = grow({**files, "garden.toml": 'notes = "content"\npublish = "all"'})

    assert built.exists("")
    assert built.mentions("SENTINEL") == []


@pytest.mark.parametrize(
    "patterns",
    [
        '["Archive", "daily/*.md", "x/**"]',
        "[\n  // the old ones\n  `Archive`, 'daily/**', /* and */ \"**/x/**/*\",\n]",
        '["./Archive/", "!daily", "/x"]',
    ],
)
def test_patterns_are_read_as_people_write_them(grow, patterns):
    hidden = "Archive/a.md", "Archive/deep/b.md", "daily/c.md", "x/d.md"
    built = grow(quartz(config(patterns), *hidden))

    assert built.mentions("SENTINEL") == []
    assert built.warnings == []


@pytest.mark.parametrize(
    "listed",
    [
        "[Archive, 'daily'] # both",
        "\n    - Archive # the old ones\n    # and\n    - 'daily'\n  locale: en",
        " # these\n  - Archive\n  - daily",
    ],
)
def test_the_configuration_of_version_5_is_yaml(grow, listed):
    source = f"configuration:\n  ignorePatterns: {listed}\n"
    built = grow(quartz(source, "Archive/a.md", "daily/b.md", name="quartz.config.yaml"))

    assert built.mentions("SENTINEL") == []
    assert built.warnings == []


@pytest.mark.parametrize("patterns", ["mine", "[...mine, 'x']", "['a' + b]", "[`${a}`]"])
def test_what_is_no_list_of_texts_is_said_once(grow, patterns):
    built = grow(quartz(config(patterns), *HIDDEN))

    assert built.mentions("SENTINEL") == []
    [warning] = built.warnings
    assert warning.startswith("quartz.config.ts:2:20: `ignorePatterns` is no list of texts")


def test_in_yaml_too(grow):
    source = "configuration:\n  ignorePatterns:\n    - Archive\n    - *mine\n"
    built = grow(quartz(source, "private/a.md", name="quartz.config.yaml"))

    assert built.mentions("SENTINEL") == []
    assert len(built.warnings) == 1


def test_a_pattern_that_cannot_be_read_is_said_and_the_others_count(grow):
    built = grow(quartz(config('["{a,b}", "Archive"]'), "Archive/a.md"))

    assert built.mentions("SENTINEL") == []
    [warning] = built.warnings
    assert "'{a,b}' cannot be read" in warning
