"""Each mail service by its preset: what its domain needs, and whether From agrees with it."""

import pytest

from tests.mail.doctor.conftest import Ask, dkim, key

SPF = "garden.example TXT"
DMARC = "_dmarc.garden.example TXT"
NO_KEY = {"s1._domainkey.garden.example TXT": None}
KEY = dkim(f"v=DKIM1; p={key(2048)}")


@pytest.mark.parametrize(
    ("mail_url", "include", "at", "record"),
    [
        ("fastmail://u:p", "spf.messagingengine.com", "fm1", "CNAME fm1.garden.example.dkim.fmhos"),
        ("gmail://u:p", "_spf.google.com", "google", 'TXT "v=DKIM1'),
        ("mailgun://postmaster@garden.example:p@eu", "mailgun.org", "pdk1", 'TXT "v=DKIM1'),
    ],
)
def test_a_service_is_known_by_its_include_and_its_selector(
    ask: Ask, mail_url: str, include: str, at: str, record: str
):
    zone = {**NO_KEY, f"{include} TXT": ['"v=spf1 ip4:203.0.113.0/24 -all"']}
    bad = ask(zone, mail_url, selectors=())
    good = {SPF: [f'"v=spf1 include:{include} -all"'], f"{at}._domainkey.garden.example TXT": KEY}

    told = {one.check: one.record or "" for one in bad.findings}
    assert told.keys() == {"spf", "dkim", "alignment"}
    assert f'"v=spf1 include:{include} ip4:198.51.100.7 -all"' in told["spf"]
    assert told["dkim"].startswith(f"{at}._domainkey.garden.example. {record}")
    assert ask({**zone, **good}, mail_url, selectors=()).findings == []


def test_a_key_behind_an_alias_is_found(ask: Ask):
    zone = {
        "fm2._domainkey.garden.example CNAME": ["fm2.garden.example.dkim.fmhosted.com."],
        "fm2.garden.example.dkim.fmhosted.com TXT": KEY,
        "spf.messagingengine.com TXT": ['"v=spf1 ip4:203.0.113.0/24 -all"'],
        SPF: ['"v=spf1 include:spf.messagingengine.com ~all"'],
    }

    assert ask(zone, "fastmail://u:p", selectors=()).findings == []


def test_resend_has_an_envelope_below_the_domain(ask: Ask):
    zone = {
        "send.garden.example TXT": ['"v=spf1 include:amazonses.com ~all"'],
        "amazonses.com TXT": ['"v=spf1 ip4:203.0.113.0/24 -all"'],
        "resend._domainkey.garden.example TXT": [KEY[0].replace("v=DKIM1; ", "")],
    }

    assert ask(zone, "resend://k", selectors=()).findings == []
    (told,) = ask({**zone, "send.garden.example TXT": None}, "resend://k", selectors=()).findings
    assert told.record == 'send.garden.example. TXT "v=spf1 include:amazonses.com ~all"'


@pytest.mark.parametrize(
    "mail_url", ["postmark://t", "ses+smtp://u:p@eu-west-1", "ses://eu-west-1"]
)
def test_a_selector_that_nobody_knows_is_asked_for(ask: Ask, mail_url: str):
    unknown = ask({SPF: None}, mail_url, selectors=())

    assert unknown.findings == []
    assert ["--selector" in one.why for one in unknown.unseen] == [True]
    assert ask({SPF: None}, mail_url, selectors=("s1",)).unseen == []


def test_a_signature_of_another_domain_proves_nothing(ask: Ask):
    zone = {"s1._domainkey.service.example TXT": KEY, **NO_KEY}
    named = ("s1._domainkey.service.example",)

    (told,) = ask(zone, "postmark://t", selectors=named).findings
    assert told.check == "alignment"
    assert told.says == (
        "Nothing proves that a letter from garden.example is from there: the signature says "
        "service.example."
    )


def test_an_envelope_of_another_domain_is_no_proof_but_a_key_is_enough(ask: Ask):
    zone = {
        "bounces.example TXT": ['"v=spf1 ip4:198.51.100.7 -all"'],
        "bounces.example MX": ["10 relay.garden.example."],
    }
    other = {"bounce_address": "b@bounces.example"}

    assert ask(zone, **other).findings == []
    told = ask({**zone, **NO_KEY}, **other).findings
    assert [one.check for one in told] == ["dkim", "alignment"]
    assert "the envelope says bounces.example" in told[1].says


def test_the_domain_of_bounces_needs_spf_and_mx_of_its_own(ask: Ask):
    told = ask(bounce_address="@bounces.garden.example").findings

    assert [(one.check, one.record) for one in told] == [
        ("spf", 'bounces.garden.example. TXT "v=spf1 ip4:198.51.100.7 ~all"'),
        ("mx", "bounces.garden.example. MX 10 relay.garden.example."),
    ]


@pytest.mark.parametrize(
    ("policy", "aligned"),
    [("v=DMARC1; p=none", True), ("v=DMARC1; p=none; aspf=s; adkim=s", False)],
)
def test_below_the_same_organisation_is_aligned_unless_the_policy_is_strict(
    ask: Ask, policy: str, aligned: bool
):
    """From letters.garden.example, envelope news.garden.example, key garden.example."""
    zone = {
        DMARC: [f'"{policy}"'],
        "letters.garden.example MX": ["10 relay.garden.example."],
        "news.garden.example TXT": ['"v=spf1 ip4:198.51.100.7 -all"'],
        "news.garden.example MX": ["10 relay.garden.example."],
    }
    found = ask(
        zone,
        selectors=("s1._domainkey.garden.example",),
        mail_from="Ada <ada@letters.garden.example>",
        bounce_address="b@news.garden.example",
    )

    assert [one.check for one in found.findings] == ([] if aligned else ["alignment"])
