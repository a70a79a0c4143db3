"""S16: what is said to come from SNS comes from the SNS of its topic's region, or from nobody."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.mail.notices import sns
from tests.support.webhooks import (
    CERTIFICATE_URL,
    TOPIC,
    notification,
    signer,
    subscription,
)


def envelope(fields: dict[str, str]) -> sns.Envelope:
    return sns.Envelope(fields)


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("fields", [notification, lambda _: subscription()], ids=["note", "ask"])
def test_s16_both_versions_of_a_signature_are_believed_and_only_of_the_right_key(version, fields):
    ours, other = signer(), signer("somebody.else")
    signed = ours.sign(fields("x"), version)

    assert envelope(signed).is_signed_by(ours.pem)
    assert not envelope(signed).is_signed_by(other.pem)
    assert not envelope(other.sign(fields("x"), version)).is_signed_by(ours.pem)


def test_s16_a_subject_is_signed_where_there_is_one():
    signed = signer().sign(notification("x", Subject="Amazon SES"))
    without = {name: value for name, value in signed.items() if name != "Subject"}

    assert envelope(signed).is_signed_by(signer().pem)
    assert not envelope(without).is_signed_by(signer().pem)


def test_s17_an_envelope_with_one_field_changed_is_not_signed():
    for fields in (notification("x"), subscription()):
        signed = signer().sign(fields)
        for name in fields:
            changed = {**signed, name: signed[name] + "0"}
            assert not envelope(changed).is_signed_by(signer().pem), name


@pytest.mark.parametrize(
    "changes",
    [
        {"SignatureVersion": "3"},
        {"SignatureVersion": ""},
        {"Signature": ""},
        {"Signature": "not base64"},
        {"Type": "UnsubscribeConfirmation"},
    ],
)
def test_s16_what_is_unsigned_or_signed_in_another_way_is_not_believed(changes):
    signed = signer().sign(notification("x"))

    assert not envelope({**signed, **changes}).is_signed_by(signer().pem)
    assert not envelope({}).is_signed_by(signer().pem)


def test_s16_what_is_no_certificate_has_signed_nothing():
    signed = signer().sign(notification("x"))

    assert not envelope(signed).is_signed_by(b"")
    assert not envelope(signed).is_signed_by(b"<html>")


ELSEWHERE = [
    "",
    "http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0a.pem",  # another region
    "https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0a.pem",
    "https://sns.s3-ap-southeast-2.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://s3.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://evil.example/SimpleNotificationService-0a.pem",
    "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0a.pem",
    "https://a:b@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0a.pem",
    "https://sns.eu-west-1.amazonaws.com:443/SimpleNotificationService-0a.pem",
    "https://sns.eu-west-1.amazonaws.com/evil/SimpleNotificationService-0a.pem",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem?x=1",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem#x",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-../x.pem",
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem\r\nX: y",
    "https://sns.eu-west-1.amazonaws.com\\@evil.example/SimpleNotificationService-0a.pem",
    "//sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://ｓns.eu-west-1.amazonaws.com/SimpleNotificationService-0a.pem",
    "https://[::1/SimpleNotificationService-0a.pem",
    "file:///SimpleNotificationService-0a.pem",
]


@pytest.mark.parametrize("url", ELSEWHERE)
def test_s16_a_certificate_lies_at_the_sns_of_the_topics_own_region_or_nowhere(url):
    signed = signer().sign(notification("x"))

    assert envelope(signed).is_of_sns()
    assert not envelope({**signed, "SigningCertURL": url}).is_of_sns()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://evil.example/?Action=ConfirmSubscription",
        "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription",
        "https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription",
        "https://sns.eu-west-1.amazonaws.com@evil.example/?Action=ConfirmSubscription",
    ],
)
def test_s16_a_subscription_is_confirmed_at_the_sns_of_its_region_or_nowhere(url):
    signed = signer().sign(subscription())

    assert envelope(signed).is_of_sns()
    assert not envelope({**signed, "SubscribeURL": url}).is_of_sns()


@pytest.mark.parametrize(
    "topic",
    ["", "arn:aws:sqs:eu-west-1:123456789012:bounces", "arn:aws:sns:eu-west-1.evil:123456789012:x"],
)
def test_s16_what_is_no_topic_has_no_sns(topic):
    assert not envelope({**signer().sign(notification("x")), "TopicArn": topic}).is_of_sns()


def test_s16_china_has_an_sns_of_its_own():
    topic = "arn:aws-cn:sns:cn-north-1:123456789012:bounces"
    there = "https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-0a.pem"

    assert sns.is_pinned(there, topic)
    assert not sns.is_pinned(there.replace(".cn/", "/"), topic)
    assert not sns.is_pinned(CERTIFICATE_URL.replace(".com/", ".com.cn/"), TOPIC)


@pytest.mark.parametrize(
    ("age", "recent"),
    [(timedelta(0), True), (timedelta(days=14), True), (timedelta(days=16), False),
     (timedelta(minutes=-10), False)],
)  # fmt: skip
def test_s17_a_message_is_believed_while_its_id_is_remembered(age, recent):
    sent = (datetime.now(UTC) - age).isoformat().replace("+00:00", "Z")

    assert envelope({"Timestamp": sent}).is_recent() is recent
    assert not envelope({"Timestamp": "yesterday"}).is_recent()
    assert not envelope({}).is_recent()


def test_what_cannot_be_read_has_no_topic():
    for body in (b"", b"\xff", b"[]", b'{"TopicArn": 7}', b"{" * 5000, b'{"TopicArn": ["a"]}'):
        assert sns.read(body).topic == ""
