"""Build a site with a real Hugo."""

import shutil
import subprocess
from pathlib import Path

LAYOUT = "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}"
HEAD = 'baseURL = "{base}/"\ntitle = "A Hugo garden"\ndisableKinds = ["taxonomy", "term", "RSS"]\n'


def program() -> str | None:
    """Return the path of a Hugo."""
    return shutil.which("hugo")


def lay_out(folder: Path, *, base: str = "https://garden.example", settings: str = "") -> None:
    """Write what a site needs besides its content."""
    layouts = folder / "layouts"
    (layouts / "_default").mkdir(parents=True, exist_ok=True)
    for name in ("_default/single", "_default/list", "index"):
        (layouts / f"{name}.html").write_text(LAYOUT, encoding="utf-8")
    (folder / "config.toml").write_text(HEAD.format(base=base) + settings, encoding="utf-8")


def build(folder: Path) -> Path:
    """Build the site in a folder, and return where its pages are."""
    hugo = program()
    assert hugo is not None
    subprocess.run([hugo, "--quiet", "--cleanDestinationDir"], cwd=folder, check=True, timeout=60)
    return folder / "public"
