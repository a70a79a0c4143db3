"""S16 and S17: forged, foreign and repeated webhooks change nothing and have nothing fetched."""

import asyncio
import base64
import json
import sys
from typing import Any

import pytest

from shared.mail.notices import fetching
from shared.mail.notices.fetching import NotFetched
from shared.newsletter.returning.marks import Mark, write_mark
from tests.support import returned, webhooks
from tests.support.garden import running
from tests.support.rows import add_readers, dump, one
from tests.support.webhooks import BOUNCE_TOKEN, CERTIFICATE_URL, MAILGUN_KEY, TOPIC, signer

FOREIGN_TOPIC = "arn:aws:sns:eu-west-1:999999999999:bounces"
DOORS = ("mail", "sns", "postmark", "mailgun")


@pytest.fixture
def listening(database, site, tmp_path, monkeypatch):
    """Run a garden that hears of bounces; its site is the canary that nobody may ask anything."""
    monkeypatch.setattr(fetching, "CERTIFICATES", fetching.Certificates())
    fetching.CERTIFICATES.remember(CERTIFICATE_URL, signer().pem)
    settings = {
        "bounce_token": BOUNCE_TOKEN,
        "sns_topics": (TOPIC,),
        "mailgun_signing_key": MAILGUN_KEY,
    }
    with running(database, site, tmp_path / "mail", **settings) as whole:
        yield whole


@pytest.fixture
def mark(listening, db) -> str:
    """Return the mark of a letter that went out to the one reader."""
    add_readers(db, 1)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status, message_id)"
        " values (1, 1, 'sent', '<x@garden.example>')"
    )
    return write_mark(listening.settings.secret_key[0], Mark("delivery", 1))


def post(garden, door: str, content: Any, **headers: str):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return garden.client.post(f"/newsletter/bounces/{door}", content=body, headers=headers)


def forgeries(mark: str, canary: str) -> dict[str, dict[str, str]]:
    bounce = webhooks.ses_bounce(mark)
    genuine = signer().sign(webhooks.notification(bounce))
    pem = f"{canary}/SimpleNotificationService-0a.pem"
    evil = "https://sns.eu-west-1.amazonaws.com@127.0.0.1/SimpleNotificationService-0a.pem"
    old = webhooks.notification(bounce, Timestamp="2020-01-01T00:00:00.000Z")
    return {
        "unsigned": webhooks.notification(bounce),
        "of a foreign topic": signer().sign(webhooks.notification(bounce, TopicArn=FOREIGN_TOPIC)),
        "confirming a foreign topic": signer().sign(
            webhooks.subscription(TopicArn=FOREIGN_TOPIC, SubscribeURL=canary)
        ),
        "confirming elsewhere": signer().sign(webhooks.subscription(SubscribeURL=canary)),
        "signed with another key": signer("evil.example").sign(webhooks.notification(bounce)),
        "certificate elsewhere": {**genuine, "SigningCertURL": pem},
        "certificate behind a user": {**genuine, "SigningCertURL": evil},
        "a bit flipped": {**genuine, "Message": genuine["Message"].replace("gone", "ada")},
        "too old": signer().sign(old),
        "no topic": {name: genuine[name] for name in genuine if name != "TopicArn"},
    }


def test_n50_and_s16_a_forged_message_of_sns_is_refused_and_has_nothing_fetched(
    listening, site, db, mark
):
    before = dump(db)
    site.asked.clear()
    answers = {
        what: post(listening, "sns", forged).status_code
        for what, forged in forgeries(mark, site.url).items()
    }
    listening.tick()

    assert set(answers.values()) == {403}, answers
    assert site.asked == []
    assert dump(db)["bounce_events"] == before["bounce_events"]
    assert dump(db)["sns_topics"] == []
    assert dump(db)["suppressions"] == []


@pytest.mark.parametrize("version", ["1", "2"])
def test_n50_what_an_allowed_topic_has_signed_is_believed(listening, db, mark, version):
    signed = signer().sign(webhooks.notification(webhooks.ses_bounce(mark)), version)

    assert post(listening, "sns", signed).status_code == 200
    assert one(db, "select count(*) from suppressions") == 1


def test_s16_a_signature_that_cannot_be_checked_is_not_believed(listening, db, mark, monkeypatch):
    signed = signer().sign(webhooks.notification(webhooks.ses_bounce(mark)))
    nowhere = CERTIFICATE_URL.replace("0a1b2c", "ffff")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")  # the way out, where nobody listens
    unreachable = post(listening, "sns", {**signed, "SigningCertURL": nowhere})
    monkeypatch.setitem(sys.modules, "cryptography", None)
    without_library = post(listening, "sns", signed)

    assert [unreachable.status_code, without_library.status_code] == [503, 503]
    assert one(db, "select count(*) from suppressions") == 0


def test_s17_the_same_message_again_does_nothing(listening, db, mark):
    bounce = webhooks.ses_bounce(mark, bounceType="Transient")
    signed = signer().sign(webhooks.notification(bounce))
    for _ in range(3):
        assert post(listening, "sns", signed).status_code == 200

    assert one(db, "select count(*) from bounce_events") == 1
    assert one(db, "select count(*) from received_webhooks") == 1


def test_s17_a_token_of_mailgun_shown_again_does_nothing_whatever_comes_with_it(
    listening, db, mark
):
    temporary = webhooks.mailgun_event(mark, severity="temporary")
    first = webhooks.mailgun(temporary, token="a" * 50)
    signature = json.loads(first)["signature"]
    other = {"signature": signature, "event-data": webhooks.mailgun_event(mark)}

    assert post(listening, "mailgun", first).status_code == 200
    assert post(listening, "mailgun", other).status_code == 200
    assert one(db, "select count(*) from suppressions") == 0


def test_s17_mailgun_late_or_changed_is_refused(listening, db, mark):
    event = webhooks.mailgun_event(mark)
    late = webhooks.mailgun(event, age=13 * 3600)
    foreign = webhooks.mailgun(event, key="somebody else's")
    flipped = webhooks.mailgun(event).replace(b'"token": "', b'"token": "0')

    assert [post(listening, "mailgun", body).status_code for body in (late, foreign, flipped)] == [
        401
    ] * 3
    assert one(db, "select count(*) from suppressions") == 0


@pytest.mark.parametrize("door", ["mail", "postmark"])
def test_a_secret_opens_as_bearer_or_as_password_and_nothing_else_does(listening, mark, door):
    def basic(pair: str) -> str:
        return f"Basic {base64.b64encode(pair.encode()).decode()}"

    opens = {f"Bearer {BOUNCE_TOKEN}", basic(f"postmark:{BOUNCE_TOKEN}"), basic(f":{BOUNCE_TOKEN}")}
    shut = {
        "", "Bearer", "Bearer ", f"Bearer {BOUNCE_TOKEN}x", BOUNCE_TOKEN, basic(BOUNCE_TOKEN),
        basic(f"{BOUNCE_TOKEN}:"), "Basic !", "Basic /w==", f"Digest {BOUNCE_TOKEN}",
        f"Bearer {listening.settings.announce_token}",
    }  # fmt: skip
    content = webhooks.postmark(mark) if door == "postmark" else returned.postfix(mark)

    def status(value: str) -> int:
        return post(listening, door, content, Authorization=value).status_code

    assert {status(value) for value in shut} == {401}
    assert {status(value) for value in opens} == {200}


def test_without_its_setting_every_door_is_shut(garden, db):
    mark = write_mark(garden.settings.secret_key[0], Mark("delivery", 1))
    bearer = {"Authorization": f"Bearer {BOUNCE_TOKEN}"}
    said = {
        "mail": post(garden, "mail", returned.postfix(mark), **bearer),
        "postmark": post(garden, "postmark", webhooks.postmark(mark), **bearer),
        "sns": post(garden, "sns", signer().sign(webhooks.notification("{}"))),
        "mailgun": post(garden, "mailgun", webhooks.mailgun(webhooks.mailgun_event(mark))),
        "empty bearer": post(garden, "mail", b"", Authorization="Bearer "),
        "empty key": post(garden, "mailgun", webhooks.mailgun({}, key="")),
        "empty topic": post(garden, "sns", b"{}"),
    }

    assert {what: answer.status_code for what, answer in said.items()} == {
        "mail": 401,
        "postmark": 401,
        "sns": 403,
        "mailgun": 401,
        "empty bearer": 401,
        "empty key": 401,
        "empty topic": 403,
    }
    assert dump(db)["bounces_ignored"] == []


def test_a_report_may_have_256_kilobytes_and_no_more(listening):
    bearer = {"Authorization": f"Bearer {BOUNCE_TOKEN}"}

    for door in DOORS:
        assert post(listening, door, b"x" * (256 * 1024 + 1), **bearer).status_code == 413
    assert post(listening, "mail", b"x" * (256 * 1024), **bearer).status_code == 200


def test_the_answer_does_not_tell_whether_a_mail_was_ours(listening, mark):
    bearer = {"Authorization": f"Bearer {BOUNCE_TOKEN}"}
    mails = [returned.postfix(mark), returned.postfix("nobody"), b"", returned.out_of_office(mark)]
    answers = [post(listening, "mail", mail, **bearer) for mail in mails]

    assert len({(answer.status_code, answer.content) for answer in answers}) == 1


def test_s16_nothing_is_fetched_over_a_redirect_or_beyond_measure(site):
    site.pages.update({"/right": "a certificate", "/large": "x" * 70_000})
    site.redirects["/on"] = f"{site.url}/right"

    assert asyncio.run(fetching.fetch(f"{site.url}/right")) == b"a certificate"
    for path in ("/on", "/large", "/missing"):
        with pytest.raises(NotFetched):
            asyncio.run(fetching.fetch(f"{site.url}{path}"))
    with pytest.raises(NotFetched):
        asyncio.run(fetching.fetch("https://127.0.0.1:1/"))
    assert site.asked == ["/right", "/on", "/large", "/missing"]
