"""Mail services by their short names: where a letter goes, and what stands above it."""

import asyncio
from dataclasses import replace
from email import message_from_bytes

import pytest

from functions.dev.inbox import relay as relay_of
from shared.loopback import SERVICES, leaves_this_machine
from shared.mail.presets import PRESETS, pace_of, where
from shared.mail.transport import Throttled, TransportFailed, open_transport
from shared.variables import BadSettings
from tests.support.bad_smtp import BadSmtp

SECRET = "hunter2-hunter2"

# What is typed, and host, port, user and password that it means.
SPELLINGS = [
    ("fastmail://ada@garden.example:pw", "smtp.fastmail.com", 465, "ada@garden.example", "pw"),
    ("fastmail://ada%40garden.example:pw@", "smtp.fastmail.com", 465, "ada@garden.example", "pw"),
    (
        "gmail://ada@garden.example:abcd efgh",
        "smtp.gmail.com",
        465,
        "ada@garden.example",
        "abcdefgh",
    ),
    ("mailgun://me@mg.example:a/b@eu", "smtp.eu.mailgun.org", 465, "me@mg.example", "a/b"),
    ("mailgun://me:pw@us", "smtp.mailgun.org", 465, "me", "pw"),
    ("postmark://TOKEN-1", "smtp.postmarkapp.com", 587, "TOKEN-1", "TOKEN-1"),
    ("RESEND://re_Key", "smtp.resend.com", 465, "resend", "re_Key"),
    (
        "ses+smtp://AKIA:a/b+c=@eu-west-1",
        "email-smtp.eu-west-1.amazonaws.com",
        465,
        "AKIA",
        "a/b+c=",
    ),
    ("resend://re_Key?port=2587", "smtp.resend.com", 2587, "resend", "re_Key"),
]


@pytest.fixture
def letter(mail):
    """A mail to many."""
    way_out = b"List-Unsubscribe: <https://f.example/u?token=1>\r\n"
    return replace(mail, content=way_out + mail.content)


def url(service, server, certificates, **options):
    """Return the URL of a service whose server is one of ours."""
    written = {
        "fastmail": "fastmail://ada:pw",
        "gmail": "gmail://ada:pw",
        "mailgun": "mailgun://ada:pw@eu",
        "postmark": "postmark://token",
        "resend": "resend://key",
        "ses+smtp": "ses+smtp://ada:pw@eu-west-1",
    }[service]
    more = "".join(f"&{name}={value}" for name, value in options.items())
    return f"{written}?host=localhost&port={server.port}&cafile={certificates.cafile}{more}"


def sent(service, mail, certificates, **options):
    """Hand a mail to a service; return it as its server got it."""
    with BadSmtp("starttls", tls=certificates.server("localhost")) as server:
        asyncio.run(open_transport(url(service, server, certificates, **options)).send(mail))
    [content] = server.mails
    assert content.endswith(mail.content)
    return message_from_bytes(content)


@pytest.mark.parametrize(("typed", "host", "port", "user", "password"), SPELLINGS)
def test_a_short_name_is_a_whole_server(typed, host, port, user, password):
    relay = open_transport(typed).relay

    assert (relay.host, relay.port, relay.user, relay.password) == (host, port, user, password)
    assert relay.implicit_tls is (port == 465)
    assert not relay.may_be_plain
    assert password not in repr(open_transport(typed))


@pytest.mark.parametrize(("typed", "host", "port", "user", "password"), SPELLINGS)
def test_s29_where_mail_goes_is_said_without_what_opens_the_door(typed, host, port, user, password):
    shown = [where(typed), relay_of(typed)]

    assert shown == [f"{host}:{port}"] * 2
    assert password not in "".join(shown)


def test_where_ses_is_is_said_by_its_region():
    assert where("ses://eu-central-1?configuration-set=a") == "Amazon SES in eu-central-1"


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        (f"postmark:{SECRET}", "postmark://SERVER-TOKEN"),
        ("resend", "resend://API-KEY"),
        ("postmark://", "postmark://SERVER-TOKEN; the server token is under API Tokens"),
        ("resend://", "resend://API-KEY"),
        (f"fastmail://{SECRET}", "fastmail://USER:APP-PASSWORD"),
        (f"gmail://:{SECRET}", "gmail://USER:APP-PASSWORD"),
        (f"mailgun://me:{SECRET}", "behind the @ stands us or eu"),
        (f"mailgun://me:{SECRET}@asia", "behind the @ stands us or eu"),
        (f"ses+smtp://me:{SECRET}", "a region such as eu-central-1"),
        (f"ses+smtp://me:{SECRET}@europe", "a region such as eu-central-1"),
        ("ses+smtp://me:@eu-west-1", "SES makes SMTP credentials of its own"),
        (f"resend://{SECRET}?stream=x", "?cafile=, ?host=, ?port="),
        (f"postmark://{SECRET}?broadcast=a%0d%0aBcc:x", "letters, digits, hyphens and dots"),
        (f"postmark://{SECRET}?port=smtp", "?port= takes a number"),
        (f"postmark://{SECRET}?port=65536", "?port= takes a number"),
        (f"ses://{SECRET}[", "cannot be read"),
        (f"smtp://me:{SECRET}@[::1", "cannot be read"),
        (f"resend://{SECRET}?cafile=/nowhere/ca.pem", "?cafile="),
    ],
)
def test_a_part_that_is_missing_is_named_with_the_remedy_and_without_the_password(typed, remedy):
    with pytest.raises(BadSettings, match=r"^MAIL_URL") as refused:
        open_transport(typed)

    assert remedy in str(refused.value)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("service", PRESETS)
def test_every_service_takes_a_letter_by_starttls_with_a_login(letter, service, certificates):
    assert sent(service, letter, certificates)["List-Unsubscribe"]


def test_ses_is_told_the_configuration_set_and_nothing_if_there_is_none(letter, certificates):
    named = sent("ses+smtp", letter, certificates, **{"configuration-set": "tulips"})
    unnamed = sent("ses+smtp", letter, certificates)

    assert named["X-SES-CONFIGURATION-SET"] == "tulips"
    assert unnamed["X-SES-CONFIGURATION-SET"] is None


def test_postmark_gets_letters_and_confirmations_by_streams_and_doors_of_their_own(
    mail, letter, certificates
):
    bulk, confirmation = (
        sent("postmark", one, certificates, broadcast="tulips") for one in (letter, mail)
    )
    transport = open_transport("postmark://token")

    assert bulk["X-PM-Message-Stream"] == "tulips"
    assert confirmation["X-PM-Message-Stream"] == "outbound"
    assert transport.bulk.host == "smtp-broadcasts.postmarkapp.com"
    assert (bulk["X-PM-TrackLinks"], bulk["X-PM-KeepID"]) == ("None", "true")


def test_mailgun_is_told_to_follow_nobody(letter, certificates):
    assert sent("mailgun", letter, certificates)["X-Mailgun-Track"] == "no"


def test_n32_resend_gets_one_key_for_every_copy_of_a_letter(letter, certificates):
    first, second = (sent("resend", letter, certificates) for _ in range(2))

    assert first["Resend-Idempotency-Key"] == second["Resend-Idempotency-Key"]
    assert first["Resend-Idempotency-Key"] in letter.message_id


def test_n32_a_copy_that_resend_had_before_has_been_sent(letter, certificates):
    with BadSmtp("had-before", tls=certificates.server("localhost")) as server:
        transport = open_transport(url("resend", server, certificates))
        assert asyncio.run(transport.send(letter)) is None


@pytest.mark.parametrize("service", PRESETS)
def test_s39_a_service_without_a_certificate_we_trust_sees_no_login_and_no_sender(
    letter, service, certificates
):
    for mode in ("starttls", "starttls-stripped"):
        with BadSmtp(mode) as server, pytest.raises(TransportFailed) as failed:
            whole = url(service, server, certificates)
            asyncio.run(open_transport(whole.partition("&cafile")[0]).send(letter))

        assert (failed.value.is_outage, failed.value.is_lasting) == (True, True)
        assert server.senders_seen == 0
        assert not [said for said in server.commands if said.upper().startswith("AUTH")]


def test_every_service_is_real_mail_and_every_name_has_its_preset():
    assert {*PRESETS, "ses"} == {*SERVICES}
    for service in SERVICES:
        assert leaves_this_machine(f"{service}://x")


def test_what_a_service_takes_is_known_where_it_says_so():
    assert pace_of("ses://eu-central-1") == pace_of("ses+smtp://a:b@eu-central-1")
    assert pace_of("gmail://a:b").per_day == 2000
    assert pace_of("smtp://127.0.0.1").per_second is None


def test_a_header_of_a_service_is_no_way_around_the_gate(letter, mail):
    """A Message-ID is checked when a letter is composed; the transport repeats only its name."""
    sneaky = replace(mail, message_id="<a\r\nBcc: evil@example.com@garden.example>")
    with pytest.raises(TransportFailed):
        asyncio.run(open_transport("resend://key?host=127.0.0.1&port=9").send(sneaky))


@pytest.mark.parametrize(
    ("mode", "minutes"), [("450-too-much", 1), ("454-quota", 60), ("550-google", 60)]
)
def test_n34_a_server_that_has_had_enough_is_nobodys_fault(mail, mode, minutes):
    with BadSmtp(mode) as server, pytest.raises(Throttled) as raised:
        asyncio.run(open_transport(f"smtp://127.0.0.1:{server.port}").send(mail))

    assert raised.value.pause.total_seconds() == 60 * minutes
    assert not raised.value.is_outage
