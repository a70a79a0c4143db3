"""SES by its API: signed with the credentials of a role, every answer understood."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from shared.mail import ses
from shared.mail.aws_signature import Credentials, signed
from shared.mail.transport import AnswerLost, Throttled, TransportFailed, open_transport
from shared.variables import BadSettings
from tests.support.ses_api import KEY_ID, SECRET, SesApi


@pytest.fixture(autouse=True)
def role(monkeypatch):
    """Give the process a key, and forget it afterwards."""
    for name in ("AWS_SESSION_TOKEN", "AWS_CONTAINER_CREDENTIALS_FULL_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    ses.wallet().forget()
    yield
    ses.wallet().forget()


def send(url, mail, deadline=20):
    return asyncio.run(open_transport(url, deadline=deadline).send(mail))


def failure(mode, mail, deadline=20):
    with SesApi(mode) as api, pytest.raises((TransportFailed, AnswerLost)) as raised:
        send(api.mail_url(), mail, deadline)
    assert api.refused == []
    assert not [word for word in ("anna", "reader.example") if word in raised.value.public]
    return raised.value


def test_a_mail_goes_whole_with_a_signature_and_is_called_what_ses_calls_it(mail):
    with SesApi() as api:
        name = send(api.mail_url(**{"configuration-set": "tulips"}), mail)

    assert api.refused == []
    assert api.mails == [mail.content]
    assert api.asked[0]["Destination"] == {"ToAddresses": [mail.recipient]}
    assert api.asked[0]["ConfigurationSetName"] == "tulips"
    assert name == "0107019400000000-00000001-000000"


def test_the_session_of_a_role_is_shown_and_signed(mail, monkeypatch):
    monkeypatch.setenv("AWS_SESSION_TOKEN", "the/session+of=a-role")
    with SesApi(token="the/session+of=a-role") as api:
        send(api.mail_url(), mail)

    assert len(api.mails) == 1


def test_a_wrong_secret_is_refused_and_lasts(mail, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another" + SECRET)
    with SesApi() as api, pytest.raises(TransportFailed, match="403 InvalidSig") as failed:
        send(api.mail_url(), mail)

    assert api.mails == []
    assert (failed.value.is_outage, failed.value.is_lasting) == (True, True)
    assert SECRET not in failed.value.public


@pytest.mark.parametrize("mode", ["throttle", "throttle-400"])
def test_too_much_at_once_rests_for_a_moment_and_is_nobodys_fault(mail, mode):
    failed = failure(mode, mail)

    assert type(failed) is Throttled
    assert failed.pause == timedelta(minutes=1)
    assert not failed.is_outage


def test_a_days_quota_that_is_used_up_rests_for_longer(mail):
    assert failure("quota", mail).pause == timedelta(hours=1)


@pytest.mark.parametrize(
    "mode", ["paused", "suspended", "mail-from", "no-set", "denied", "unverified"]
)
def test_what_is_wrong_with_the_account_lasts_until_somebody_sees_to_it(mail, mode):
    failed = failure(mode, mail)

    assert (failed.is_outage, failed.is_lasting) == (True, True)


@pytest.mark.parametrize("mode", ["rejected", "bad-request"])
def test_what_is_wrong_with_one_mail_stops_no_other(mail, mode):
    failed = failure(mode, mail)

    assert (failed.is_outage, failed.is_lasting) == (False, False)
    assert type(failed) is TransportFailed


def test_trouble_at_amazon_is_an_outage_that_passes(mail):
    failed = failure("broken", mail)

    assert (failed.is_outage, failed.is_lasting) == (True, False)


def test_credentials_that_are_over_are_looked_up_anew(mail, monkeypatch):
    failed = failure("expired", mail)
    kept = ses.wallet().kept

    assert (failed.is_outage, failed.is_lasting) == (True, False)
    assert kept is None


@pytest.mark.parametrize(("mode", "deadline"), [("close", 20), ("hang", 1)])
def test_n32_an_answer_that_never_comes_may_mean_sent(mail, mode, deadline):
    assert isinstance(failure(mode, mail, deadline), AnswerLost)


def test_nobody_there_means_that_nothing_was_sent(mail):
    with SesApi() as api:
        url = api.mail_url()
    with pytest.raises(TransportFailed, match="no connection to SES") as failed:
        send(url, mail)

    assert (failed.value.is_outage, failed.value.is_lasting) == (True, False)


def test_a_region_that_nobody_knows_lasts(mail):
    with pytest.raises(TransportFailed, match="its name is not known") as failed:
        send("ses://xx-nowhere-1?endpoint=https://ses.invalid", mail)

    assert failed.value.is_lasting


def test_s39_a_certificate_that_nobody_vouches_for_sees_no_mail_and_no_key(mail, certificates):
    with SesApi(tls=certificates.server("localhost")) as api:
        with pytest.raises(TransportFailed, match="not trusted") as failed:
            send(api.mail_url(), mail)
        trusted = send(api.mail_url(cafile=str(certificates.cafile)), mail)

    assert failed.value.is_lasting
    assert len(api.mails) == 1
    assert trusted


def test_s39_without_tls_only_this_machine_is_spoken_to():
    with pytest.raises(BadSettings, match="https://"):
        open_transport("ses://eu-central-1?endpoint=http://email.example")


@pytest.mark.parametrize(
    "url",
    [
        "ses://",
        "ses://eu",
        "ses://key:secret@eu-central-1",
        "ses://eu-central-1/path",
        "ses://eu-central-1?region=x",
        "ses://eu-central-1?configuration-set=a%20b",
        "ses://eu-central-1?cafile=/nowhere/ca.pem",
    ],
)
def test_a_wrong_url_is_answered_with_the_remedy_and_without_the_secret(url):
    with pytest.raises(BadSettings, match=r"^MAIL_URL") as refused:
        open_transport(url)

    assert "secret" not in str(refused.value)


def test_the_signature_is_that_of_the_test_vectors():
    """The vector `get-vanilla` of Amazon's own test suite for Signature Version 4."""
    headers = signed(
        "https://example.amazonaws.com/",
        b"",
        {},
        method="GET",
        region="us-east-1",
        service="service",
        credentials=Credentials("AKIDEXAMPLE", SECRET),
        now=datetime(2015, 8, 30, 12, 36, tzinfo=UTC),
    )

    assert headers["authorization"].endswith(
        "SignedHeaders=host;x-amz-date, "
        "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
    )


def test_the_signature_of_a_mail_is_that_of_amazon_s_own_library():
    """As botocore 1.44.8 signs it, with the session of a role and a body that is not ASCII."""
    headers = signed(
        "https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails",
        '{"a": "é"}'.encode(),
        {"Content-Type": "application/json"},
        method="POST",
        region="eu-central-1",
        service="ses",
        credentials=Credentials(KEY_ID, SECRET, "tok/en+=="),
        now=datetime(2026, 11, 30, 1, 2, 3, tzinfo=UTC),
    )

    assert headers["authorization"].endswith(
        "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "
        "Signature=23026c68700591657fa65c0ba51dab1e1eb06966ea7c62dfff503d8513246c85"
    )


def test_credentials_show_no_secret():
    assert SECRET not in repr(Credentials(KEY_ID, SECRET, "token"))
