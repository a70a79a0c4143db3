"""The tree keeps its promises: what lies where, what things are called, how long files get."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
BANNED = {"utils", "common", "helpers", "manager", "service", "models", "types"}
LONGEST = 250

# Put together here, so that this file does not name them either.
MACHINE_PATHS = re.compile("|".join(("/" + "work/(main|shared)", "/" + "root/")))
REGISTRIES = re.compile(
    "|".join(
        ("pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs", "deb" + r"\.debian")
    )
)


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    names = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [name for name in names if name.is_file()]


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def words(name: str) -> set[str]:
    """Split snake_case and CamelCase: DeadLetter gives dead and letter."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_no_python_lies_in_the_site():
    assert modules("site") == []


def test_no_module_or_class_has_a_name_that_says_nothing():
    found = []
    for path in modules("functions", "shared"):
        classes = [
            node.name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ClassDef)
        ]
        names = (path.stem, path.parent.name, *classes)
        found += [f"{path.relative_to(ROOT)}: {name}" for name in names if words(name) & BANNED]

    assert found == []


def test_every_module_is_short_enough_to_read():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in modules("functions", "shared")
        if (lines := len(path.read_text().splitlines())) > LONGEST
    }

    assert long == {}


def test_no_tracked_file_names_a_machines_path_or_a_registrys_address():
    found = []
    for path in tracked():
        text = path.read_bytes().decode(errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_PATHS.search(line) or REGISTRIES.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")

    assert found == []


def test_the_lock_has_a_hash_for_every_package_and_uvs_own_lock_is_not_kept():
    lock = (ROOT / "requirements.lock").read_text()
    entries = re.split(r"\n(?=[a-zA-Z0-9])", lock)

    assert all("--hash=sha256:" in entry for entry in entries if "==" in entry.split()[0])
    assert ROOT / "uv.lock" not in tracked()


def test_what_the_command_needs_is_locked_as_it_is_for_everybody():
    every = locked("requirements.lock")
    local = locked("requirements-local.lock")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {*project["dependencies"], *project["optional-dependencies"]["local"]}
    names = {re.split(r"[\[>=]", each)[0] for each in wanted}

    assert names <= local.keys()
    assert local.items() <= every.items()
    assert not {"pytest", "playwright", "pyright"} & local.keys()


def locked(name: str) -> dict[str, list[str]]:
    """The packages of a lock, each with its version and its hashes."""
    entries = re.split(r"\n(?=[a-zA-Z0-9])", (ROOT / name).read_text())
    return {
        entry.split("==")[0]: [entry.split(" ")[0], *re.findall(r"sha256:\w+", entry)]
        for entry in entries
    }


def test_the_scripts_can_be_run():
    for path in (*(ROOT / "bin").iterdir(), ROOT / ".ci" / "run"):
        assert path.stat().st_mode & 0o111, path.name
