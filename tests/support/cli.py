"""The `thistledown` command in this process, with the settings of a test and no others."""

from click.testing import CliRunner, Result

from functions.commands.thistledown import thistledown
from tests.support.dev_server import SETTINGS


def invoke(*words: object, **env: str | None) -> Result:
    """Run a command with these settings and no others."""
    alone = {**dict.fromkeys([*SETTINGS, "CI"]), **env}
    return CliRunner().invoke(thistledown, [str(word) for word in words], env=alone)
