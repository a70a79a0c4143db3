"""Settings of real mail: what is refused at the start, before a letter embarrasses its gardener."""

import pytest

from shared.settings import Settings
from shared.variables import BadSettings
from tests.support.environments import WHOLE, developed


@pytest.mark.parametrize("mail_url", ["ses://eu-central-1", "postmark://token", "gmail://a:b"])
def test_n69_a_service_is_real_mail_whatever_its_short_name(mail_url: str):
    with pytest.raises(BadSettings, match="only this machine can open"):
        Settings.from_env(WHOLE | {"SITE_URL": "http://localhost", "MAIL_URL": mail_url})


@pytest.mark.parametrize(
    "host", ["10.0.0.4", "192.168.1.2", "[fd00::1]", "garden.local", "nas.lan"]
)
def test_n69_links_that_only_ones_own_network_can_open_are_not_mailed(host: str):
    with pytest.raises(BadSettings, match=r"^FUNCTIONS_URL .* only your own network can open"):
        Settings.from_env(WHOLE | {"FUNCTIONS_URL": f"https://{host}"})


@pytest.mark.parametrize(
    "value", ["garden.example", "//garden.example", "/garden", "ftp://a.example"]
)
def test_n69_a_base_without_a_scheme_is_refused_with_the_remedy(value: str):
    with pytest.raises(BadSettings, match=r"write it in full, as https://garden\.example\.com"):
        Settings.from_env(WHOLE | {"SITE_URL": value})


def test_n15_one_click_is_https_or_there_is_no_real_mail():
    with pytest.raises(BadSettings, match=r"^FUNCTIONS_URL is http://.*RFC 8058"):
        Settings.from_env(WHOLE | {"FUNCTIONS_URL": "http://f.garden.example"})


@pytest.mark.parametrize(
    "domain",
    [
        "gmail.com",
        "GMAIL.com",
        "googlemail.com",
        "yahoo.com",
        "yahoo.co.uk",
        "outlook.com",
        "gmx.de",
    ],
)
@pytest.mark.parametrize("mail_url", [WHOLE["MAIL_URL"], "ses://eu-central-1"])
def test_n69_letters_in_the_name_of_a_mailbox_provider_are_refused(domain: str, mail_url: str):
    borrowed = {"MAIL_FROM": f"Ada <ada@{domain}>", "MAIL_URL": mail_url}

    with pytest.raises(BadSettings, match="Use an address at a domain of your own"):
        Settings.from_env(WHOLE | borrowed)


@pytest.mark.parametrize(
    "domain", ["garden.example", "gmail.com.garden.example", "live.garden", "myahoo.com"]
)
def test_a_domain_that_only_looks_like_a_provider_is_ones_own(domain: str):
    assert Settings.from_env(WHOLE | {"MAIL_FROM": f"Ada <ada@{domain}>"})


def test_n69_bulk_mail_needs_a_postal_address_and_development_borrows_no_sender_either():
    with pytest.raises(BadSettings, match=r"^POSTAL_ADDRESS is not set"):
        Settings.from_env(WHOLE | {"POSTAL_ADDRESS": " "})
    public = {"SITE_URL": "https://garden.example", "FUNCTIONS_URL": "https://f.garden.example"}
    borrowed = {"MAIL_URL": "resend://key", "MAIL_FROM": "Ada <ada@gmail.com>"}
    with pytest.raises(BadSettings, match=r"^POSTAL_ADDRESS is not set"):
        developed(**public, **borrowed)
    with pytest.raises(BadSettings, match="domain of your own"):
        developed(**public, **borrowed, POSTAL_ADDRESS="1 Garden Path")
    assert developed(MAIL_FROM="Ada <ada@gmail.com>").mail_from


@pytest.mark.parametrize(
    ("value", "read"), [("", None), ("none", 0), (" NONE ", 0), ("14", 14), ("0.5", 0.5)]
)
def test_a_rate_is_a_number_or_none_and_nothing_said_is_left_to_the_service(value, read):
    assert Settings.from_env(WHOLE | {"MAIL_PER_SECOND": value}).mail_per_second == read


@pytest.mark.parametrize("value", ["0", "-1", "1e3", "14/s", "inf", "nan", "1.2345"])
def test_a_rate_that_is_none_is_refused(value: str):
    with pytest.raises(BadSettings, match=r"write it as 14, 0\.5 or none"):
        Settings.from_env(WHOLE | {"MAIL_PER_SECOND": value})


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many", "9" * 10])
def test_a_cap_of_a_day_that_is_none_is_refused(value: str):
    with pytest.raises(BadSettings, match="write it as 200 or none"):
        Settings.from_env(WHOLE | {"MAIL_PER_DAY": value})
