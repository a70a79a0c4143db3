"""Every setting is documented, its example works, and a wrong one says what the docs say."""

import ast
import re
import shlex
from dataclasses import fields

import pytest

from shared.settings import Settings
from shared.variables import BadSettings
from tests.support.documents import ROOT, blocks, read, sections


def variables_read(*folders: str) -> set[str]:
    """Every environment variable that some code asks for by name."""
    found: set[str] = set()
    for path in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                asked = ast.unparse(node.func)
                is_read = re.fullmatch(r"required|(env|os\.environ|environment\(\))\.get", asked)
                arguments = node.args if is_read else []
            elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
                arguments = [node.slice]
            else:
                continue
            names = (one.value for one in arguments if isinstance(one, ast.Constant))
            found |= {str(name) for name in names if re.fullmatch(r"[A-Z_]+", str(name))}
    return found


def test_every_environment_variable_has_a_place_in_the_docs_and_no_other_has():
    text = read("docs/settings.md")
    described = {title.strip("`") for title in sections(text) if title.startswith("`")}
    asked = variables_read("functions", "shared")

    assert {field.name.upper() for field in fields(Settings)} - {"ENVIRONMENT"} == described
    assert described <= asked
    for name in (asked | variables_read("tests")) - {"PATH", "HOME", "PYTEST_CURRENT_TEST"}:
        assert f"`{name}`" in text, name


def test_the_example_of_the_settings_is_accepted_and_says_which_are_needed():
    text = read("docs/settings.md")
    six, seventh = blocks(text, "sh")[:2]
    example = dict(part.split("=", 1) for part in shlex.split(six))

    assert Settings.from_env(example).site_url == "https://garden.example.com"
    more = dict(part.split("=", 1) for part in shlex.split(seventh))
    assert Settings.from_env(example | more).announce_token
    for name, needed in re.findall(r"^\| \[`(\w+)`\]\(.*?\) \| (yes|no) ", text, re.MULTILINE):
        assert (needed == "yes") == (name in example), name
    for name in example:
        with pytest.raises(BadSettings, match=f"^{name} is not set"):
            Settings.from_env({**example, name: ""})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SITE_URL", "garden.example.com", "write it in full, as https://garden.example.com."),
        ("SITE_URL", "https://a@garden.example.com", "leave out user, query and fragment."),
        ("SITE_URL", "http://localhost", "only this machine can open, but MAIL_URL sends real"),
        ("SITE_URL", "https://garden.lan", "your own network can open, but MAIL_URL sends real"),
        ("FUNCTIONS_URL", "http://garden.example.com", "unsubscribe by https alone (RFC 8058)."),
        ("MAIL_FROM", "Ada <ada@gmail.com>", "to refuse letters in its name that others send."),
        ("MAIL_PER_SECOND", "14/s", "MAIL_PER_SECOND is '14/s'; write it as 14, 0.5 or none."),
        ("MAIL_PER_DAY", "1e3", "MAIL_PER_DAY is '1e3'; write it as 200 or none."),
        ("MAIL_FROM", "letters@garden.example.com", "write it with a name, as The gardener"),
        ("MAIL_FROM", "The gardener <letters@localhost>", "write it with a name, as The gardener"),
        ("SECRET_KEY", "short", "SECRET_KEY needs at least 32 characters in every key."),
        ("ANNOUNCE_TOKEN", "short", "ANNOUNCE_TOKEN needs at least 32 characters."),
        ("ANNOUNCE_HOLD", "1 day", "ANNOUNCE_HOLD is '1 day'; write it as 90s, 10m or 2h."),
        ("BOUNCE_ADDRESS", "bounces", "write it as bounces@garden.example.com, with at most 31"),
        ("BOUNCE_ADDRESS", f"{'b' * 32}@garden.example.com", "with at most 31 characters"),
        ("BOUNCE_TOKEN", "short", "BOUNCE_TOKEN needs at least 32 characters."),
        ("SNS_TOPICS", "bounces", "SNS_TOPICS names something that is no topic; write each as"),
        ("TRUSTED_PROXY_HOPS", "yes", "TRUSTED_PROXY_HOPS is 'yes'; write how many proxies of"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is 'xml'; write it as text or json."),
        ("SITE_NETWORK", "home", "SITE_NETWORK is 'home'; write it as public or private."),
    ],
)
def test_a_wrong_setting_says_what_the_docs_say_it_says(name: str, value: str, sentence: str):
    text = read("docs/settings.md")
    example = dict(part.split("=", 1) for part in shlex.split(blocks(text, "sh")[0]))

    with pytest.raises(BadSettings, match=re.escape(sentence)):
        Settings.from_env({**example, name: value})
    assert sentence in " ".join(sections(text)[f"`{name}`"].split())
