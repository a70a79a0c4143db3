"""S20: every statement is written in the code, and nothing that is sent becomes part of one."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8"))
    for folder in ("functions", "shared")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

STATEMENT_FIRST = {"execute", "executemany", "executescript", "enqueue_from"}
STATEMENT_SECOND = {"rows", "row", "scalar", "enqueue_from"}

# Where a statement is passed on: as LiteralString, which the type checker holds callers to, or as
# the file of a migration.
PASSED_ON = {
    ("shared/tx/statements.py", "query"),
    ("shared/tx/statements.py", "query + IDENTITY_COLUMNS"),
    ("shared/tx/ambient.py", "query"),
    ("shared/outbox/holding/pausing.py", "statement"),
    ("shared/outbox/testing/queue.py", "statement"),
    ("shared/outbox/enqueuing/enqueue.py", "statement"),
    ("shared/outbox/enqueuing/fanning_out.py", "statement"),
    ("shared/outbox/enqueuing/inserting.py", "statement"),
    ("shared/outbox/pruning.py", "statement"),
    ("shared/migrate.py", "path.read_bytes()"),
    ("shared/garden/kept_file.py", "self.schema"),
    ("shared/garden/kept_file.py", "question"),
}


def test_every_statement_is_a_literal():
    found = [
        (place, ast.unparse(statement), is_literal(statement, place))
        for place, statement in statements()
        if (place, ast.unparse(statement)) not in PASSED_ON
    ]

    assert len(found) > 50
    assert [(place, text) for place, text, literal in found if not literal] == []


def test_nothing_makes_statements_of_values():
    places = [place for place, tree in SOURCES.items() if "psycopg.sql" in imported(tree)]

    assert places == []


def test_what_makes_statements_of_values_would_be_found():
    forged = (
        "tx.execute(f'select {x}'), c.execute('a' % x), tx.row(A, 'a'.format(x)), tx.rows(A, q), "
        "tx.execute('a' if x else q)"
    )
    calls = [node for node in ast.walk(ast.parse(forged)) if isinstance(node, ast.Call)]
    found = [statement for call in calls for statement in statements_of(call)]

    assert len(found) == 5
    assert not any(map(is_literal, found))


def imported(tree: ast.Module) -> set[str]:
    """Return the full names of what a module imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        if isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def statements() -> Iterator[tuple[str, ast.expr]]:
    """Yield every expression that is sent to the database."""
    for place, tree in SOURCES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for statement in statements_of(node):
                    yield place, statement


def statements_of(call: ast.Call) -> Iterator[ast.expr]:
    if not isinstance(call.func, ast.Attribute):
        return
    on_tx = ast.unparse(call.func.value) in ("tx", "outbox")
    name = call.func.attr
    if on_tx and name in STATEMENT_SECOND:
        yield call.args[1]
    elif name in STATEMENT_FIRST:
        yield call.args[0]


def is_literal(node: ast.expr, place: str = "") -> bool:
    """Tell whether an expression is text of the code, a sum of such texts, or a choice of two."""
    if isinstance(node, ast.BinOp):
        both = (node.left, node.right)
        return isinstance(node.op, ast.Add) and all(is_literal(side, place) for side in both)
    if isinstance(node, ast.IfExp):
        return is_literal(node.body, place) and is_literal(node.orelse, place)
    if isinstance(node, ast.Name | ast.Attribute):
        name = ast.unparse(node).rpartition(".")[2]
        values = CONSTANTS.get(name, {}) if name.isupper() else {}
        where = place if place in values else imported_from(place, name)
        meant = {where: values[where]} if where in values else values
        return bool(meant) and all(is_literal(value, where) for where, value in meant.items())
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def imported_from(place: str, name: str) -> str:
    """Return the module from which another imports a name."""
    for node in ast.walk(SOURCES[place]) if place else ():
        if isinstance(node, ast.ImportFrom) and name in {one.name for one in node.names}:
            return f"{str(node.module).replace('.', '/')}.py"
    return ""


def constants() -> dict[str, dict[str, ast.expr]]:
    """Return what the names of all modules stand for in each."""
    found: dict[str, dict[str, ast.expr]] = {}
    for place, tree in SOURCES.items():
        for node in tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            target = node.target if isinstance(node, ast.AnnAssign) else target
            if isinstance(target, ast.Name) and node.value:
                found.setdefault(target.id, {})[place] = node.value
    return found


CONSTANTS = constants()
