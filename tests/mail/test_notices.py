"""What providers say of a mail: whose fault they report, in the words of each."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.mail.notices import mailgun, postmark, ses
from tests.support import webhooks

MARK = "abcdefghijklmnopqrstuvwxyz234567"

SES = {
    "General": ({}, None, "permanent"),
    "NoEmail": ({"bounceSubType": "NoEmail"}, {}, "permanent"),
    "Suppressed": ({"bounceSubType": "Suppressed"}, {}, "permanent"),
    "OnAccountSuppressionList": ({"bounceSubType": "OnAccountSuppressionList"}, {}, "permanent"),
    "a permanent policy": ({}, {"action": "failed", "status": "5.7.1"}, "policy"),
    "a full mailbox": (
        {"bounceType": "Transient", "bounceSubType": "MailboxFull"},
        {"action": "failed", "status": "5.2.2"},
        "soft",
    ),
    "a transient that is gone": (
        {"bounceType": "Transient"},
        {"action": "failed", "status": "4.4.7"},
        "soft",
    ),
    "a refused content": (
        {"bounceType": "Transient", "bounceSubType": "ContentRejected"},
        {"action": "failed", "status": "5.0.0"},
        "policy",
    ),
    "out of office, transient": ({"bounceType": "Transient"}, {}, "nothing"),
    "out of office, undetermined": (
        {"bounceType": "Undetermined", "bounceSubType": "Undetermined"},
        {},
        "nothing",
    ),
    "delayed": ({"bounceType": "Transient"}, {"action": "delayed", "status": "4.4.1"}, "nothing"),
}


@pytest.mark.parametrize("what", SES)
def test_n46_of_sess_bounces_only_a_permanent_one_strikes_off_and_an_out_of_office_is_none(what):
    changes, recipient, kind = SES[what]
    notice = ses.read(json.dumps(webhooks.ses_bounce(MARK, recipient=recipient, **changes)))

    assert notice.kind == kind
    assert MARK in notice.places[0]


def test_n51_a_complaint_of_ses_is_one_unless_somebody_said_it_is_no_spam():
    told = webhooks.ses_complaint(MARK)
    notice = ses.read(json.dumps(told))
    told["complaint"]["complaintFeedbackType"] = "not-spam"

    assert notice.kind == "complaint"
    assert MARK in notice.places[1]
    told["mail"] = {"headers": [{"name": "Message-ID", "value": f"<{MARK}@x.example>"}]}
    assert ses.read(json.dumps(told)).places[2] == f"<{MARK}@x.example>"
    assert ses.read(json.dumps(told)).kind == "nothing"


@pytest.mark.parametrize("what", ["Delivery", "Send", "Open", "DeliveryDelay", ""])
def test_what_else_ses_tells_is_nothing(what):
    assert ses.read(json.dumps({"eventType": what, "mail": {"source": MARK}})).kind == "nothing"


MAILGUN = [
    ({}, "permanent"),
    ({"delivery-status": {"code": 550, "message": "5.7.1 policy"}}, "policy"),
    ({"delivery-status": {"code": 552, "enhanced-code": "5.2.2"}}, "soft"),
    ({"delivery-status": {"code": 550}}, "soft"),
    ({"reason": "suppress-bounce", "delivery-status": {"code": 605}}, "permanent"),
    ({"reason": "suppress-complaint", "delivery-status": {"code": 607}}, "complaint"),
    ({"reason": "suppress-unsubscribe", "delivery-status": {"code": 606}}, "nothing"),
    ({"severity": "temporary"}, "nothing"),
    ({"severity": "temporary", "reason": "generic"}, "nothing"),
    ({"severity": "temporary", "reason": "old", "delivery-status": {"code": 498}}, "soft"),
    ({"severity": "temporary", "reason": "old"}, "soft"),
    ({"severity": "permanent", "reason": "old", "delivery-status": {"code": 498}}, "soft"),
    ({"event": "complained"}, "complaint"),
    ({"event": "delivered"}, "nothing"),
    ({"event": "unsubscribed"}, "nothing"),
]


@pytest.mark.parametrize(("changes", "kind"), MAILGUN)
def test_what_mailgun_says_is_judged_by_the_code(changes, kind):
    notice = mailgun.read(webhooks.mailgun(webhooks.mailgun_event(MARK, **changes))).notice()

    assert notice.kind == kind
    assert MARK in notice.places[1]


POSTMARK = [
    ({}, "permanent"),
    ({"Details": "smtp;550 5.7.1 policy"}, "policy"),
    ({"Details": "smtp;552 5.2.2 full"}, "soft"),
    ({"Details": "no code at all"}, "permanent"),
    ({"Type": "BadEmailAddress", "Details": ""}, "permanent"),
    ({"Type": "SoftBounce"}, "soft"),
    ({"Type": "Transient"}, "nothing"),
    ({"Type": "AutoResponder"}, "nothing"),
    ({"Type": "Blocked"}, "policy"),
    ({"Type": "SpamNotification"}, "policy"),
    ({"Type": "SpamComplaint", "RecordType": "SpamComplaint"}, "complaint"),
    ({"RecordType": "Delivery"}, "nothing"),
    ({"RecordType": "Open", "Type": ""}, "nothing"),
]


@pytest.mark.parametrize(("changes", "kind"), POSTMARK)
def test_what_postmark_says_is_judged_by_its_kind_and_the_code(changes, kind):
    notice = postmark.read(json.dumps(webhooks.postmark(MARK, **changes)).encode())

    assert notice.kind == kind
    assert notice.places == (MARK,)


def test_s17_mailguns_signature_is_of_its_time_and_token_and_ends():
    event = webhooks.mailgun_event(MARK)

    def genuine(body: bytes, key: str = webhooks.MAILGUN_KEY) -> bool:
        return mailgun.read(body).is_genuine(key)

    assert genuine(webhooks.mailgun(event))
    assert genuine(webhooks.mailgun(event, age=8 * 3600))  # Mailgun's last try
    assert not genuine(webhooks.mailgun(event, age=13 * 3600))
    assert not genuine(webhooks.mailgun(event, age=-3600))
    assert not genuine(webhooks.mailgun(event), key="another key")
    assert not genuine(webhooks.mailgun(event).replace(b'"timestamp": "', b'"timestamp": "1'))
    assert not genuine(b'{"signature": {"timestamp": "0", "token": "", "signature": ""}}')
    assert not genuine(b"{}")


@pytest.mark.parametrize("written", ["\ud800", "a\0"])
def test_halves_of_characters_and_nul_are_no_text(written):
    signature = {"token": written, "timestamp": "1", "signature": written}
    bounce = {"RecordType": "Bounce", "MessageID": written, "ID": written}

    assert not mailgun.read(json.dumps({"signature": signature}).encode()).is_genuine("key")
    assert postmark.read(json.dumps(bounce).encode()).provider_id is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["bounce", "mail", "notificationType", "bouncedRecipients", "signature", "event-data",
             "message", "Metadata", "RecordType", "Type", "token", "complaint", "headers"]
        ),
        inner | st.sampled_from(["Bounce", "Complaint", "Permanent", "failed"]),
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@given(json_values | st.binary(max_size=50))
def test_json_of_any_shape_breaks_nothing(value):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()

    assert ses.read(body.decode("latin-1")).kind in ("nothing", "permanent", "soft", "complaint")
    postmark.read(body)
    mailgun.read(body).notice()
    assert not mailgun.read(body).is_genuine("key")
