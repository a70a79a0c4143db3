"""Settings: what the environment says, and what is made up where it says nothing."""

from datetime import timedelta

import pytest

from shared.mail.transport import open_transport
from shared.settings import Settings
from shared.variables import BadSettings
from tests.support.environments import WHOLE, developed


def test_keys_are_a_list_and_addresses_have_no_slash_at_the_end():
    settings = Settings.from_env(WHOLE)

    assert len(settings.secret_key) == 2
    assert settings.secret_key[0].startswith("newest")
    assert settings.site_url == settings.functions_url == "https://garden.example"
    assert settings.announce_hold == timedelta(minutes=10)
    assert settings.announce_token is None


def test_answers_go_to_the_gardener_unless_reply_to_says_otherwise():
    gardener = {"GARDENER_EMAIL": "ada@example.com"}

    assert Settings.from_env(WHOLE).reply_to is None
    assert Settings.from_env(WHOLE | gardener).reply_to == "ada@example.com"
    assert Settings.from_env(WHOLE | gardener | {"REPLY_TO": "eva@example.com"}).reply_to == (
        "eva@example.com"
    )


def test_development_holds_back_only_where_mail_really_goes_out():
    assert developed().announce_hold == timedelta(0)
    assert developed(MAIL_URL="smtp://127.0.0.1:2525").announce_hold == timedelta(minutes=10)
    assert developed(ANNOUNCE_HOLD="90s").announce_hold == timedelta(seconds=90)


def test_development_is_as_strict_about_secrets_as_production():
    with pytest.raises(BadSettings, match="ANNOUNCE_TOKEN needs at least 32"):
        developed(ANNOUNCE_TOKEN="short")
    with pytest.raises(BadSettings, match="SECRET_KEY needs at least 32"):
        developed(SECRET_KEY="short")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "garden.localhost"])
def test_n69_real_mail_with_links_to_this_machine_is_refused(host: str):
    with pytest.raises(BadSettings, match="only this machine can open"):
        Settings.from_env(WHOLE | {"SITE_URL": f"http://{host}:8000"})


def test_a_mail_server_on_this_machine_may_get_such_links():
    tried_out = {"SITE_URL": "http://localhost:8000", "MAIL_URL": "smtp://127.0.0.1:2525"}

    assert Settings.from_env(WHOLE | tried_out).site_url == "http://localhost:8000"


def test_what_nobody_here_speaks_is_no_real_mail_for_the_transport_refuses_it():
    strange = {"SITE_URL": "http://localhost:8000", "MAIL_URL": "foo://relay.example"}

    assert Settings.from_env(WHOLE | strange).mail_url == "foo://relay.example"
    with pytest.raises(BadSettings, match="a scheme nobody here speaks"):
        open_transport("foo://relay.example")


def test_development_sends_no_real_mail_with_what_it_made_up():
    public = {"SITE_URL": "https://garden.example", "FUNCTIONS_URL": "https://f.garden.example"}
    relay = {"MAIL_URL": "smtps://user:secret@relay.example"}
    sender = {"MAIL_FROM": "Ada <ada@garden.example>", "POSTAL_ADDRESS": "1 Garden Path"}

    with pytest.raises(BadSettings, match=r"^SITE_URL is .* only this machine can open"):
        developed(**relay, **sender)
    with pytest.raises(BadSettings, match=r"^FUNCTIONS_URL is .* only this machine can open"):
        developed(**relay, **sender, SITE_URL="https://garden.example")
    with pytest.raises(BadSettings, match=r"^MAIL_FROM is not set"):
        developed(**relay, **public)
    assert developed(**relay, **public, **sender).mail_from == "Ada <ada@garden.example>"


@pytest.mark.parametrize(
    "sender",
    ["letters@garden.example", "<letters@garden.example>", "Ada <ada@localhost>", "Ada <a b@c.d>"],
)
def test_a_sender_needs_a_name_and_a_whole_address(sender: str):
    with pytest.raises(BadSettings, match="write it with a name"):
        Settings.from_env(WHOLE | {"MAIL_FROM": sender})


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:secret@db.example/garden",
        "postgresql:///garden?host=10.0.0.3",
        "host=localhost.evil.example dbname=garden",
        "hostaddr=10.0.0.3 host=localhost dbname=garden",
        "postgresql://localhost,db.example/garden",
    ],
)
def test_s39_the_way_to_a_database_elsewhere_is_chosen_not_left_to_chance(url: str):
    with pytest.raises(BadSettings, match="does not say sslmode") as refused:
        Settings.from_env(WHOLE | {"DATABASE_URL": url})
    joined = "&" if "?" in url else "?" if "://" in url else " "

    assert "secret" not in str(refused.value)
    assert Settings.from_env(WHOLE | {"DATABASE_URL": f"{url}{joined}sslmode=verify-full"})


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///garden",
        "postgresql://localhost/garden",
        "postgresql://user@[::1]:5433/garden",
        "postgresql://user@/garden?host=/var/run/postgresql",
        "host=/var/run/postgresql dbname=garden",
    ],
)
def test_a_database_on_this_machine_needs_no_sslmode(url: str):
    assert Settings.from_env(WHOLE | {"DATABASE_URL": url}).database_url == url


@pytest.mark.parametrize(
    "value", ["http://[", "https://garden.example:99999", "https://a:pw@b.example"]
)
def test_an_address_that_cannot_be_one_is_refused_without_its_password(value: str):
    with pytest.raises(BadSettings, match="SITE_URL") as refused:
        Settings.from_env(WHOLE | {"SITE_URL": value})
    assert "pw" not in str(refused.value)


@pytest.mark.parametrize("value", ["²", "9" * 400, "-5m", "1.5h"])
def test_a_hold_that_is_no_time_is_refused(value: str):
    with pytest.raises(BadSettings, match="write it as 90s, 10m or 2h"):
        Settings.from_env(WHOLE | {"ANNOUNCE_HOLD": value})


@pytest.mark.parametrize(
    ("value", "log_format"), [("", "text"), ("text", "text"), ("json", "json"), (" JSON ", "json")]
)
def test_the_log_is_text_or_json(value: str, log_format: str):
    assert Settings.from_env(WHOLE | {"LOG_FORMAT": value}).log_format == log_format
    assert developed(LOG_FORMAT=value).log_format == log_format


def test_the_log_is_nothing_else():
    with pytest.raises(BadSettings, match="LOG_FORMAT is 'xml'; write it as text or json"):
        Settings.from_env(WHOLE | {"LOG_FORMAT": "xml"})


@pytest.mark.parametrize(("value", "hops"), [("", 0), ("0", 0), ("1", 1), (" 2 ", 2)])
def test_no_proxy_is_trusted_unless_it_is_counted(value: str, hops: int):
    assert Settings.from_env(WHOLE | {"TRUSTED_PROXY_HOPS": value}).trusted_proxy_hops == hops
    assert developed(TRUSTED_PROXY_HOPS=value).trusted_proxy_hops == hops


@pytest.mark.parametrize("value", ["yes", "-1", "10", "1.5", "²", "*"])
def test_what_is_no_small_number_of_proxies_is_refused(value: str):
    with pytest.raises(BadSettings, match=r"TRUSTED_PROXY_HOPS is .*; write how many proxies"):
        Settings.from_env(WHOLE | {"TRUSTED_PROXY_HOPS": value})
