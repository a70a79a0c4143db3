"""Each function loads its own half of the house, and neither loads what it does not need."""

import json
import subprocess
import sys

import pytest

from tests.support.runtime_api import ENVIRONMENT, ROOT

NEVER = {
    "aiosmtpd",
    "boto3",
    "botocore",
    "click",
    "comrak",
    "cryptography",
    "functions.cli",
    "functions.dev",
    "functions.serving",
    "h11",
    "httpx",
    "httpx2",
    "nh3",
    "pydantic",
    "pygments",
    "rich",
    "shared.garden",
    "uvicorn",
    "watchfiles",
    "yaml",
}

# Needed with the first page or mail, and too dear to be loaded before.
LATER = {"aiosmtplib", "email.mime", "jinja2"}


@pytest.mark.parametrize(
    "handler", ["functions.aws.http", "functions.aws.tick", "functions.aws.bounces"]
)
def test_a_function_loads_nothing_it_does_not_need(handler):
    assert not loaded({"_HANDLER": handler, **ENVIRONMENT}) & (NEVER | LATER)


def test_without_lambda_the_module_loads_neither_half():
    assert not loaded({}) & {"starlette", "mangum", "psycopg", "functions.app", "shared.outbox"}


def test_neither_function_loads_the_half_of_the_other():
    http = loaded({"_HANDLER": "functions.aws.http", **ENVIRONMENT})
    tick = loaded({"_HANDLER": "functions.aws.tick", **ENVIRONMENT})

    assert not http & {
        "functions.jobs",
        "shared.outbox.worker.ticking",
        "shared.newsletter.delivering.deliveries",
    }
    assert not tick & {"functions.app", "functions.routes", "mangum", "starlette"}


def test_what_listens_to_a_queue_loads_neither_half():
    bounces = loaded({"_HANDLER": "functions.aws.bounces", **ENVIRONMENT})

    assert not bounces & {"functions.app", "functions.jobs", "mangum", "starlette"}
    assert "shared.outbox.worker.ticking" not in bounces


def loaded(environment):
    """Return the modules of a fresh process that has imported functions.aws."""
    program = "import json, sys, functions.aws; print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(ended.stdout))
