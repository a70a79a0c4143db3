"""Settings of a Thistledown under test: complete, and nothing of it from the environment."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from shared.settings import Settings

FUNCTIONS_URL = "http://functions.test"
ANNOUNCE_TOKEN = "announce-token-of-the-tests-0123456789"


def settings_for(database_url: str, mail_url: str, site_url: str, **changes: Any) -> Settings:
    made = Settings(
        database_url=database_url,
        site_url=site_url,
        functions_url=FUNCTIONS_URL,
        mail_url=mail_url,
        mail_from="The gardener <gardener@garden.example>",
        secret_key=("secret-key-of-the-tests-0123456789abcdef",),
        postal_address="1 Garden Path, Greenhouse",
        announce_token=ANNOUNCE_TOKEN,
        announce_hold=timedelta(0),
    )
    return replace(made, **changes)
