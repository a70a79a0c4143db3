"""N24: one reading of an address, behind every door that takes one."""

import ast
import unicodedata
from functools import cache
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from shared.mail.address import BadAddress, parse

ROOT = Path(__file__).parents[2]
SPELLED = st.builds(
    "{}{}@{}{}{}".format,
    st.sampled_from(["", " ", "\u200b", "\ufeff"]),
    st.sampled_from(["anna", "Anna", "ANNA", "aNNa"]),
    st.sampled_from(
        ["bücher.example", "BÜCHER.example", "bu\u0308cher.Example", "xn--bcher-kva.example"]
    ),
    st.sampled_from(["", "."]),
    st.sampled_from(["", " ", "\u3000", "\u200b"]),
)


@given(SPELLED)
def test_n24_every_spelling_has_one_key_and_reading_it_again_changes_nothing(typed: str):
    assert parse(typed).key == "anna@xn--bcher-kva.example"
    assert parse(parse(typed).key).key == parse(typed).key


@given(st.text(max_size=30), st.text(max_size=30))
def test_n24_what_is_read_is_the_same_however_unicode_is_composed(local: str, domain: str):
    forms = {unicodedata.normalize(form, f"{local}@{domain}") for form in ("NFC", "NFD")}
    keys = set()
    for form in forms:
        try:
            keys.add(parse(form).key)
        except BadAddress:
            keys.add("refused")

    assert len(keys) == 1


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    files = [path for top in ("functions", "shared") for path in (ROOT / top).rglob("*.py")]
    return [(path, ast.parse(path.read_text("utf-8"))) for path in files]


def takes_an_address(tree: ast.Module) -> bool:
    """Tell whether a module has a command with an address, or reads one from a form."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(
        (ast.unparse(call.func) == "click.argument" and ast.unparse(call.args[0]) == "'address'")
        or ast.unparse(call.func) == "email_field"
        for call in calls
    )


def test_n24_whatever_takes_an_address_reads_it_there():
    taking = [(path, tree) for path, tree in trees() if takes_an_address(tree)]
    unread = [
        str(path.relative_to(ROOT))
        for path, tree in taking
        if not {"parse", "canonical", "address.parse"}
        & {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    ]

    assert len(taking) >= 2
    assert unread == []


def test_n24_nobody_else_folds_the_case_of_an_address():
    own = ROOT / "shared" / "mail" / "address.py"
    folded = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path, tree in trees()
        if path != own
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name | ast.Attribute)
        and node.func.attr in ("lower", "casefold")
        and any(word in ast.unparse(node.func.value) for word in ("email", "address", "recipient"))
    ]

    assert folded == []
