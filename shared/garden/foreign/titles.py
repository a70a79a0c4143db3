"""What a note is called that does not say it: after its file, as its generator reads the name."""

from shared.garden.foreign.jekyll import POST
from shared.garden.foreign.rules import Rules
from shared.garden.vault.front_matter import FrontMatter

SHOWN = ("quartz", "jekyll", "obsidian-publish")  # whose pages show the name of the file as title


def title_of(path: str, front_matter: FrontMatter, rules: Rules | None) -> str:
    """Return the title, empty where a first heading may be it.

    Obsidian Publish calls every page after its file, and so does the letter about it.
    """
    if rules and rules.generator == "obsidian-publish":
        return name_of(path, rules)
    return front_matter.text("title")


def name_of(path: str, rules: Rules | None) -> str:
    """Return the name of the file; Jekyll leaves out the date and makes words of it."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    if rules is None or rules.generator != "jekyll":
        return stem
    found = POST.fullmatch(stem)
    words = (found[2] if found else stem).split("-")
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or stem


def complaint(name: str, rules: Rules | None) -> str | None:
    """Say why a note without a title may wait for its page in vain, or return None."""
    if rules is None or rules.generator in SHOWN:
        return None
    return (
        f"has no title; its letter is called {name!r} and waits until its page shows that. "
        "Add a line `title: ...`"
    )
