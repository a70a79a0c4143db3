"""What the tests of the scripts share."""

import shutil
from pathlib import Path

import pytest

from tests.support.checkouts import LOCKS, ROOT, TOOLS


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout with a blank in its path and nothing installed."""
    folder = tmp_path / "my garden"
    shutil.copytree(ROOT / "bin", folder / "bin")
    for lock, names in LOCKS.items():
        (folder / lock).write_text(names)
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the only folder on the PATH: plain tools, no Python, no uv."""
    folder = tmp_path / "path"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder
