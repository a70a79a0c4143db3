"""The zip that infra/aws/build makes: small, complete, and running alone. Needs the network."""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.support.runtime_api import ROOT, deployed, request

pytestmark = pytest.mark.campaign

MOST_MEGABYTES = 10
ARCHITECTURES = {"x86_64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
CLIENT = ("awslambdaric", "simplejson", "snapshot_restore_py*", "runtime_client*")


@pytest.mark.parametrize("architecture", ["arm64", "x86_64"])
def test_the_zip_is_small_and_holds_no_tool(tmp_path, architecture):
    made = built(tmp_path / "it.zip", architecture)
    with zipfile.ZipFile(made) as archive:
        names = archive.namelist()
    folders = {name.partition("/")[0] for name in names}

    assert made.stat().st_size <= MOST_MEGABYTES * 1024 * 1024
    assert {"functions", "shared", "templates", "psycopg", "starlette", "mangum"} <= folders
    assert not folders & {"boto3", "click", "comrak", "nh3", "pygments", "rich", "uvicorn", "yaml"}
    assert not [name for name in names if name.startswith(("functions/dev", "shared/garden"))]


def test_the_same_code_is_the_same_zip(tmp_path):
    one, other = (built(tmp_path / name, "arm64") for name in ("one.zip", "other.zip"))

    assert one.read_bytes() == other.read_bytes()


def test_the_zip_answers_and_ticks_without_anything_else(environment, tmp_path):
    code, client = tmp_path / "task", tmp_path / "client"
    made = built(tmp_path / "it.zip", ARCHITECTURES[platform.machine()])
    with zipfile.ZipFile(made) as archive:
        archive.extractall(code)
    client.mkdir()
    libraries = Path(sysconfig.get_path("platlib"))
    for found in (path for pattern in CLIENT for path in libraries.glob(pattern)):
        (shutil.copytree if found.is_dir() else shutil.copy)(found, client / found.name)

    alone = {"code": code, "client": client}
    form = {"content_type": "application/x-www-form-urlencoded", "body": "email=ada@example.org"}
    with (
        deployed("functions.aws.http", environment, tmp_path / "http.log", **alone) as http,
        deployed("functions.aws.tick", environment, tmp_path / "tick.log", **alone) as tick,
    ):
        answer = http.invoke(request("POST", "/newsletter/subscribe", **form))
        report = tick.invoke({})

    assert answer.value["statusCode"] == 200, answer.value
    assert report.value["succeeded"] == 1, report.value
    assert len(list((tmp_path / "mail" / "new").iterdir())) == 1


def built(target, architecture):
    subprocess.run(
        [ROOT / "infra" / "aws" / "build", target],
        env={**os.environ, "ARCHITECTURE": architecture, "PYTHON": sys.executable},
        check=True,
    )
    return target
