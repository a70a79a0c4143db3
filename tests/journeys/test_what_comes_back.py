"""From the envelope of a mail to the end of writing to its reader, by every way that news takes."""

import json
from dataclasses import replace
from email import message_from_bytes

import pytest

from shared.mail.notices import fetching
from shared.settings import use
from tests.support import returned, webhooks
from tests.support.bad_smtp import BadSmtp
from tests.support.garden import link_in, running
from tests.support.jobs import make_due
from tests.support.post import posting
from tests.support.rows import column, deliveries, minutes_pass, one
from tests.support.webhooks import BOUNCE_TOKEN, CERTIFICATE_URL, MAILGUN_KEY, TOPIC

ADA, BOB = "ada@example.org", "bob@example.org"
BEARER = {"Authorization": f"Bearer {BOUNCE_TOKEN}"}
SETTINGS = {
    "bounce_address": "bounces@garden.example",
    "bounce_token": BOUNCE_TOKEN,
    "sns_topics": (TOPIC,),
    "mailgun_signing_key": MAILGUN_KEY,
}


@pytest.fixture
def garden(database, site, tmp_path):
    """Run a garden that hears of bounces, with two readers who have just had a letter."""
    fetching.CERTIFICATES.remember(CERTIFICATE_URL, webhooks.signer().pem)
    with running(database, site, tmp_path / "mail", **SETTINGS) as whole:
        for address in (ADA, BOB):
            whole.confirmed_reader(address)
        whole.show(site.note("oak"))
        whole.show(site.note("oak", "evergreen"))
        whole.tick()
        yield whole


def mark_of(mail) -> str:
    return mail["Message-ID"].strip("<>").partition("@")[0].partition(".")[0]


def letter_to(garden, address: str):
    [mail] = [mail for mail in garden.inbox() if mail["To"] == address]
    return mail


def post(garden, what: str, content, headers=None):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return garden.client.post(f"/newsletter/bounces/{what}", content=body, headers=headers or {})


def by_mail(garden, mark: str):
    return post(garden, "mail", returned.report(mark=mark, by="envelope"), BEARER)


def by_sns(garden, mark: str):
    envelope = webhooks.notification(webhooks.ses_bounce(mark))
    return post(garden, "sns", webhooks.signer().sign(envelope))


def by_mailgun(garden, mark: str):
    return post(garden, "mailgun", webhooks.mailgun(webhooks.mailgun_event(mark)))


def by_postmark(garden, mark: str):
    return post(garden, "postmark", webhooks.postmark(mark), BEARER)


WAYS = {"mail": by_mail, "sns": by_sns, "mailgun": by_mailgun, "postmark": by_postmark}


@pytest.mark.parametrize("way", WAYS)
def test_n45_whoever_brings_the_news_the_right_reader_gets_no_more_letters(garden, site, db, way):
    mail = letter_to(garden, ADA)
    assert mail["X-Envelope-From"] == f"bounces+{mark_of(mail)}@garden.example"
    answer = WAYS[way](garden, mark_of(mail))
    garden.empty_inbox()
    db.execute("update deliveries set sent_at = sent_at - interval '1 day'")
    garden.show(site.note("oak", "evergreen"), site.note("elm", "evergreen"))
    garden.tick()

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert [mail["To"] for mail in garden.inbox()] == [BOB]
    assert ("skipped", "suppressed", 0) in deliveries(db)
    assert one(db, "select count(*) from bounce_events where delivery_id is not null") == 1


def test_n49_and_n51_what_comes_back_of_a_confirmation_ends_the_writing_in_silence(garden, db):
    garden.empty_inbox()
    known = garden.subscribe("cat@example.org")
    garden.tick()
    [mail] = garden.inbox()
    assert mail["X-Envelope-From"].startswith(f"bounces+{mark_of(mail)}@")
    complaint = returned.complaint(mark_of(mail))
    assert post(garden, "mail", complaint, BEARER).status_code == 200
    garden.empty_inbox()
    minutes_pass(db, 60)
    again = garden.subscribe("cat@example.org")
    garden.tick()

    assert (again.status_code, again.content) == (known.status_code, known.content)
    assert garden.inbox() == []
    assert one(db, "select reason from suppressions").startswith("the reader complained")


def test_n49_a_confirmation_that_is_refused_on_the_way_closes_the_request(
    database, db, site, tmp_path
):
    with posting(database, db, site, tmp_path) as post:
        post.garden.subscribe("gone@example.org")
        post.attempts(1, "rcpt-550-5.1.1")
        post.garden.subscribe("gone@example.org")
        post.attempts(1, "ok")

        assert post.copies() == []
        assert one(db, "select count(*) from suppressions") == 1


def test_every_mail_to_a_reader_has_its_own_mark_and_names_nobody(garden):
    garden.empty_inbox()
    for _ in range(2):
        garden.subscribe("cat@example.org")
        garden.tick()
    garden.subscribe("dan@example.org")
    garden.tick()
    mails = garden.inbox()
    senders = {mail["X-Envelope-From"] for mail in mails}

    assert len(senders) == 2
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    assert not [sender for sender in senders if "cat" in sender or "dan" in sender]


def test_n45_a_mail_server_is_told_the_mark_as_the_envelopes_sender(database, site, tmp_path):
    with BadSmtp() as server:
        mail_url = f"smtp://127.0.0.1:{server.port}"
        with running(database, site, tmp_path / "mail", mail_url=mail_url, **SETTINGS) as garden:
            garden.subscribe(ADA)
            garden.tick()
    [said] = [line for line in server.commands if line.upper().startswith("MAIL FROM")]
    [mail] = server.mails

    assert f"<bounces+{mark_of(message_from_bytes(mail))}@garden.example>" in said
    assert "ada" not in said


def test_without_a_bounce_address_the_sender_is_the_envelopes_as_ever(database, site, tmp_path):
    with running(database, site, tmp_path / "mail") as garden:
        garden.subscribe(ADA)
        garden.tick()
        [mail] = garden.inbox()

    assert mail["X-Envelope-From"] == "gardener@garden.example"
    assert mail["X-PM-Metadata-mark"] is None


def test_a_reader_who_was_confirmed_through_a_marked_mail_is_a_reader_like_any(garden):
    garden.empty_inbox()
    garden.subscribe("cat@example.org")
    garden.tick()
    [mail] = garden.inbox()

    assert garden.client.post(link_in(mail)).status_code == 200


def test_n50_a_topic_that_is_allowed_no_more_is_not_confirmed(garden, site, db, monkeypatch):
    monkeypatch.setattr("functions.jobs.confirm_topic.endpoint", lambda topic: f"{site.url}/sns")
    post(garden, "sns", webhooks.signer().sign(webhooks.subscription()))
    site.asked.clear()
    use(replace(garden.settings, sns_topics=()))
    garden.tick()

    assert site.asked == []
    assert column(db, "select confirmed_at from sns_topics") == [None]


def test_n50_a_topic_is_confirmed_by_a_job_and_never_in_the_request(garden, site, db, monkeypatch):
    monkeypatch.setattr("functions.jobs.confirm_topic.endpoint", lambda topic: f"{site.url}/sns")
    asked = post(garden, "sns", webhooks.signer().sign(webhooks.subscription()))
    site.asked.clear()
    waiting = one(db, "select count(*) from sns_topics where token is not null")
    garden.tick()
    attempted = column(db, "select error from job_attempts")
    [url] = site.asked

    assert (asked.status_code, waiting) == (200, 1)
    assert "0123abcd" not in str(column(db, "select payload::text from background_jobs"))
    assert ["SNS answers 404" in error for error in attempted] == [True]  # it climbs the ladder
    assert url.startswith("/sns/?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aeu-west-1")
    site.pages[url] = "<ConfirmSubscriptionResponse/>"
    make_due(db)
    garden.tick()
    assert column(db, "select token is null and confirmed_at is not null from sns_topics") == [True]
