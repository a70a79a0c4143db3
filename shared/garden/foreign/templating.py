"""Take a generator's own tags out of a text, so that no letter shows `{{< figure >}}`."""

import re

from shared.garden.foreign.rules import Rules

# None goes past the next brace, so that a text full of openings costs no more than its length.
REFERENCE = re.compile(r'\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}"([^"\n]{1,300})"[^{}\n]{0,99}[>%]\}\}')
SHORTCODE = re.compile(r"\{\{(?:<[^{}]{0,2000}>|%[^{}]{0,2000}%)\}\}")
FIGURE = re.compile(r"\{\{[<%]\s{0,9}figure\s([^{}]{1,1000})\}\}")
NAMED = re.compile(r"""\b(src|alt|caption)\s{0,3}=\s{0,3}["']([^"'\n]{1,300})["']""")
LITERAL = re.compile(r"""\{\{-?\s{0,9}["']([^"'\n]{0,300})["'][^{}\n]{0,99}\}\}""")
POINTER = re.compile(r"\{%-?\s{1,9}(?:link|post_url)\s{1,9}([^\n%]{1,300}?)\s{0,9}-?%\}")
LIQUID = re.compile(r"\{\{[^{}]{0,2000}\}\}|\{%[^{}]{0,2000}%\}")
TEMPLATED = ("jekyll", "eleventy")


def without_templating(body: str, rules: Rules | None, instead: str = "") -> str:
    """Return a text without tags, every line where it was; what a tag names or quotes stays.

    `instead` is written where something was taken out.
    """

    def lines_of(found: "re.Match[str]") -> str:
        return instead + "\n" * found[0].count("\n")

    if rules is None or "{" not in body:
        return body
    if rules.generator == "hugo":
        shown = body if instead else FIGURE.sub(picture_of, body)
        return SHORTCODE.sub(lines_of, REFERENCE.sub(target_of, shown))
    if rules.generator in TEMPLATED:
        return LIQUID.sub(lines_of, POINTER.sub(target_of, LITERAL.sub(r"\1", body)))
    return body


def picture_of(found: "re.Match[str]") -> str:
    """Return Hugo's `figure` as a picture in Markdown."""
    named = dict(NAMED.findall(found[1]))
    source = named.get("src", "").replace(" ", "%20")
    return f"![{named.get('alt') or named.get('caption', '')}]({source})" if source else ""


def target_of(found: "re.Match[str]") -> str:
    """Return what a tag points at, as it may stand in a link."""
    return found[1].replace(" ", "%20")
