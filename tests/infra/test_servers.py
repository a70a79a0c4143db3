"""The unit and the container file start modules that exist, with files that exist."""

import re
from importlib.util import find_spec

import pytest

from tests.support.runtime_api import ROOT


@pytest.mark.parametrize("name", ["systemd/thistledown.service", "container/Containerfile"])
def test_what_a_server_starts_exists(name):
    text = (ROOT / "infra" / name).read_text()
    started = re.findall(r'-m"?,? "?(functions\.\w+)', text)

    assert "functions.local" in started
    assert all(find_spec(module) for module in started)


def test_what_the_container_copies_exists():
    text = (ROOT / "infra" / "container" / "Containerfile").read_text()
    copied = re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE)

    assert copied
    assert all((ROOT / name).exists() for line in copied for name in line.split())
