"""A file of settings says the same to a shell, to docker and to systemd."""

import os
import subprocess
from pathlib import Path

import pytest

from shared.env_file import quoted, read_env_file, unquoted, write_env_file
from shared.settings import environment
from shared.variables import BadSettings

VALUES = {
    "PLAIN": "https://garden.example.com",
    "SPACES": "The gardener <letters@garden.example.com>",
    "APOSTROPHE": "Ada's garden, 1 Path",
    "EVERYTHING": 'it\'s \\ "$HOME" `id` #; & |',
    "DOLLAR": "smtps://u:p$HOME@relay.example?x=1&y=2",
    "CHINESE": "園丁 <a@b.example>",
}


def test_a_shell_reads_what_was_written(tmp_path: Path):
    file = tmp_path / "it.env"
    file.write_text(write_env_file(VALUES), "utf-8")
    told = subprocess.run(
        ["sh", "-c", f"set -a; . {file}; env -0"],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        check=True,
    )
    read = dict(one.split("=", 1) for one in told.stdout.decode().split("\0") if one)

    assert {name: read[name] for name in VALUES} == VALUES


def test_docker_leaves_the_quotes_and_our_reading_takes_them_off(monkeypatch):
    for line in write_env_file(VALUES).splitlines():  # as docker's --env-file does
        name, _, value = line.partition("=")
        monkeypatch.setenv(name, value)
    read = environment()

    assert {name: read[name] for name in VALUES} == VALUES


def test_what_is_written_is_read_again_and_comments_are_none():
    assert read_env_file("# NO=1\n\n" + write_env_file(VALUES) + "NAME =1\n") == VALUES


@pytest.mark.parametrize("value", ["", "'", '"', "'a", "a'", "it's", "''"])
def test_a_quote_that_is_not_around_a_value_is_a_part_of_it(value: str):
    assert unquoted(value) == ("" if value == "''" else value)
    assert unquoted(quoted("NAME", value)) == ("" if value == "" else value)


def test_several_lines_are_refused():
    with pytest.raises(BadSettings, match="NAME holds a line break"):
        quoted("NAME", "a\nSECRET_KEY=b")
