"""The CloudFormation template says what the code needs: no more, no less."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from functions import aws
from functions.jobs import JOBS
from shared.settings import Settings
from tests.support.runtime_api import ENVIRONMENT, ROOT

TEMPLATE = ROOT / "infra" / "aws" / "template.yaml"

TOKENS = ("ANNOUNCE_TOKEN", "BOUNCE_TOKEN", "MAILGUN_SIGNING_KEY")

FUNCTIONS = {
    "HttpFunction": "functions.aws.http",
    "TickFunction": "functions.aws.tick",
    "BouncesFunction": "functions.aws.bounces",
}


class Loader(yaml.SafeLoader):
    """YAML with CloudFormation's short forms, and without the aliases that it does not know."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        assert not self.check_event(yaml.AliasEvent), "CloudFormation knows no aliases"
        return super().compose_node(parent, index)


def short_form(loader: Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    name = suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)
    return {name: value}


Loader.add_multi_constructor("!", short_form)


@pytest.fixture(scope="module")
def template():
    return yaml.load(TEMPLATE.read_text(), Loader)


class Recorder(dict[str, str]):
    """An environment that remembers what was asked of it."""

    def __init__(self) -> None:
        super().__init__(ENVIRONMENT)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


@pytest.mark.parametrize(("resource", "handler"), FUNCTIONS.items())
def test_every_handler_is_there(template, resource, handler):
    assert properties(template, resource)["Handler"] == handler
    assert callable(getattr(aws, handler.rpartition(".")[2]))
    assert handler in aws.LOADERS


@pytest.mark.parametrize("resource", FUNCTIONS)
def test_every_setting_is_a_variable_and_every_variable_a_setting(template, resource):
    environment = Recorder()
    Settings.from_env(environment)

    # On Lambda the function's own setting decides how the log is written.
    assert set(variables(template, resource)) == environment.asked - {"LOG_FORMAT"}


def test_all_functions_have_the_same_settings(template):
    http, *others = (variables(template, resource) for resource in FUNCTIONS)

    assert [http] * len(others) == others


def test_secrets_are_never_shown(template):
    for name, variable in variables(template, "HttpFunction").items():
        if name in ("DATABASE_URL", "MAIL_URL", "SECRET_KEY", *TOKENS):
            assert template["Parameters"][variable["Ref"]]["NoEcho"] is True


def test_a_tick_has_a_minute_in_which_the_longest_job_may_begin(template):
    timeout = properties(template, "TickFunction")["Timeout"]

    assert timeout - aws.MARGIN - JOBS.longest >= 60
    assert timeout <= 900


def test_everything_referred_to_exists(template):
    known = {*template["Parameters"], *template["Resources"]}
    names = {name for name in references(template) if not name.startswith("AWS::")}
    conditions = set(re.findall(r"Has\w+", TEMPLATE.read_text()))

    assert names <= known
    assert set(template["Parameters"]) <= names
    assert conditions == set(template["Conditions"])


def test_a_role_may_only_what_its_function_does(template):
    allowed = {
        (name, action)
        for name, resource in template["Resources"].items()
        if resource["Type"] in ("AWS::IAM::Role", "AWS::IAM::Policy")
        for policy in resource["Properties"].get("Policies", [resource["Properties"]])
        for statement in policy["PolicyDocument"]["Statement"]
        for action in listed(statement["Action"])
        if "*" not in str(statement["Resource"])
    }

    assert allowed == {
        ("HttpRole", "logs:CreateLogStream"),
        ("HttpRole", "logs:PutLogEvents"),
        ("TickRole", "logs:CreateLogStream"),
        ("TickRole", "logs:PutLogEvents"),
        ("ScheduleRole", "lambda:InvokeFunction"),
        ("BouncesRole", "logs:CreateLogStream"),
        ("BouncesRole", "logs:PutLogEvents"),
        ("BouncesRole", "sqs:ReceiveMessage"),
        ("BouncesRole", "sqs:DeleteMessage"),
        ("BouncesRole", "sqs:GetQueueAttributes"),
        ("SendingPolicy", "ses:SendEmail"),
        ("SendingPolicy", "ses:SendRawEmail"),
    }


def properties(template, resource):
    return template["Resources"][resource]["Properties"]


def variables(template, resource):
    return properties(template, resource)["Environment"]["Variables"]


def listed(value):
    return value if isinstance(value, list) else [value]


def references(value):
    """Yield every name that a Ref, GetAtt or Sub of the template points at."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("Ref", "Fn::GetAtt"):
                yield inner.partition(".")[0]
            elif key == "Fn::Sub":
                yield from re.findall(r"\$\{([\w:]+)", inner)
            else:
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_every_runtime_offered_is_one_that_the_project_supports(template):
    offered = template["Parameters"]["Runtime"]["AllowedValues"]

    assert all(re.fullmatch(r"python3\.(1[1-9])", runtime) for runtime in offered)
    assert Path(ROOT / "infra" / "aws" / "build").stat().st_mode & 0o111
