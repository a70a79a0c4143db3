"""What a mail that came back means for its reader, and for nobody else."""

import secrets

import pytest

from shared.mail.notices.notice import Notice
from shared.newsletter.readers import suppressions
from shared.newsletter.records.consent import Origin
from shared.newsletter.returning import bounces, webhooks
from shared.newsletter.returning.bounce_report import bounce_report
from shared.newsletter.returning.marks import Mark, write_mark
from tests.support.rows import add_readers, column, dump, one

KEYS = ["secret-key-of-the-tests-0123456789abcdef"]
DELIVERY = Mark("delivery", 1)

DELIVERIES = """
    insert into notifications (status, hold_until) values ('announced', clock_timestamp());
    insert into deliveries (notification_id, subscriber_id, status, message_id)
    select 1, id, 'sent', '<x' || id || '@garden.example>' from subscribers order by id
"""
A_DAY_LATER = """
    update bounce_events set happened_at = happened_at - interval '1 day';
    update consent_events set happened_at = happened_at - interval '1 day'
"""


@pytest.fixture
def take_in(run, db):
    """Send two readers a letter; give a function that says what came back of one."""
    add_readers(db, 2)
    db.execute(DELIVERIES)

    def take_in(kind: str, code: str | None = None, *, mark=DELIVERY, name: str | None = None):
        places = (write_mark(KEYS[0], mark),) if mark else ()
        notice = Notice(kind, code, places, name or secrets.token_hex(8))
        return run(lambda: bounces.take_in(notice, "mail", KEYS))

    return take_in


def test_n48_a_permanent_failure_strikes_off_and_a_delay_does_not(take_in, db):
    assert take_in("nothing") == "no failure"
    assert one(db, "select count(*) from suppressions") == 0

    assert take_in("permanent", "5.1.1") == "suppressed"
    assert column(db, "select reason from suppressions") == ["came back for good (5.1.1)"]
    assert column(db, "select kind || ' ' || source from consent_events") == [
        "suppressed mail server"
    ]
    assert dump(db)["bounce_events"][0].count("5.1.1") == 1


def test_n48_what_is_read_twice_happens_once(take_in, db):
    assert take_in("permanent", "5.1.1", name="the same") == "suppressed"
    assert take_in("permanent", "5.1.1", name="the same") == "known"
    assert one(db, "select count(*) from bounce_events") == 1


def test_n51_a_complaint_strikes_off_for_every_kind_of_mail(take_in, run, db):
    assert take_in("complaint", mark=Mark("subscriber", 2)) == "suppressed"
    assert run(lambda: suppressions.holds(KEYS, "reader2@example.org"))
    assert not run(lambda: suppressions.holds(KEYS, "reader1@example.org"))
    assert one(db, "select delivery_id from bounce_events") is None


@pytest.mark.parametrize(
    ("mark", "change"),
    [
        (None, ""),
        (Mark("delivery", 99), ""),
        (Mark("subscriber", 99), ""),
        (DELIVERY, "update deliveries set message_id = null, status = 'pending'"),
        (DELIVERY, "update deliveries set status = 'skipped'"),
    ],
    ids=["no mark", "no delivery", "no subscriber", "not sent yet", "skipped"],
)
def test_s18_a_report_of_a_mail_that_we_never_sent_is_ignored_and_counted(
    take_in, db, mark, change
):
    db.execute(change or "select")
    kinds = ["permanent", "complaint", "soft", "policy", "nothing"]

    assert {take_in(kind, "5.1.1", mark=mark) for kind in kinds} == {"not ours"}
    assert one(db, "select count(*) from suppressions") == 0
    assert one(db, "select count(*) from bounce_events") == 0
    assert column(db, "select why || ' ' || counted from bounces_ignored") == ["not ours 5"]


def test_s18_a_letter_that_may_have_gone_out_counts_although_it_was_skipped_then(take_in, db):
    db.execute("update deliveries set status = 'skipped', ambiguous = 1")

    assert take_in("permanent", "5.1.1") == "suppressed"


def test_s18_a_mail_service_may_call_a_mail_by_the_name_it_gave_it_and_by_no_other(
    run, take_in, db
):
    db.execute(
        "insert into accepted_mails (provider_id, subscriber_id, delivery_id)"
        " values ('0100-ses', 2, 2)"
    )

    def told(provider_id: str | None):
        notice = Notice("permanent", "5.1.1", name=secrets.token_hex(8), provider_id=provider_id)
        return run(lambda: bounces.take_in(notice, "ses", KEYS))

    assert [told(None), told("0100-other"), told("0100-ses")] == ["not ours"] * 2 + ["suppressed"]
    assert column(db, "select delivery_id from bounce_events") == [2]


def test_what_is_ignored_is_a_number_a_day_and_no_rows(take_in, db):
    for _ in range(5):
        take_in("permanent", "5.1.1", mark=None)

    assert column(db, "select counted from bounces_ignored") == [5]


def test_n46_failures_for_the_moment_strike_off_on_the_fifth_day(take_in, db):
    said = []
    for _ in range(5):
        said += [take_in("soft", "5.2.2"), take_in("soft", "4.4.7")]
        db.execute(A_DAY_LATER)

    assert said == ["counted"] * 8 + ["suppressed"] * 2
    assert column(db, "select reason from suppressions") == ["came back on 5 days within 30"]


def test_n46_five_days_in_as_many_weeks_are_a_mailbox_that_is_full_now_and_then(take_in, db):
    for _ in range(6):
        assert take_in("soft", "5.2.2") == "counted"
        for _ in range(8):
            db.execute(A_DAY_LATER)


def test_a_release_begins_the_count_of_days_anew(take_in, run, db):
    for _ in range(5):
        take_in("soft", "5.2.2")
        db.execute(A_DAY_LATER)
    email, origin = "reader1@example.org", Origin("gardener")
    assert run(lambda: suppressions.release(KEYS, subscriber_id=1, email=email, origin=origin))

    assert take_in("soft", "5.2.2") == "counted"
    assert not run(lambda: suppressions.holds(KEYS, email))


def test_n44_a_refusal_over_a_policy_strikes_nobody_off_and_is_shown_to_the_gardener(
    take_in, run, db
):
    for _ in range(40):
        assert take_in("policy", "5.7.1") == "counted"
    report = run(bounce_report)

    assert one(db, "select count(*) from suppressions") == 0
    assert [(refusal.code, refusal.events) for refusal in report.refusals] == [("5.7.1", 40)]


def test_n49_a_confirmation_that_comes_back_closes_the_request(take_in, run, db):
    db.execute(
        "update subscribers set status = 'pending', confirmation_requested_at = clock_timestamp()"
    )

    assert take_in("permanent", "5.1.1", mark=Mark("subscriber", 1)) == "suppressed"
    closed = "confirmation_mailed_at > confirmation_requested_at"
    assert column(db, f"select id from subscribers where {closed}") == [1]


def test_what_came_back_goes_with_its_reader(take_in, db):
    take_in("permanent", "5.1.1")
    db.execute("delete from deliveries; delete from subscribers")

    assert one(db, "select count(*) from bounce_events") == 0


def test_s17_a_webhook_is_heard_once_and_forgotten_when_it_is_too_old_to_be_believed(run, db):
    def heard(source: str = "sns") -> bool:
        return run(lambda: webhooks.is_first(source, "the same"))

    assert [heard(), heard(), heard("mailgun")] == [True, False, True]
    db.execute("update received_webhooks set received_at = received_at - interval '31 days'")
    assert run(lambda: webhooks.is_first("sns", "another"))
    assert one(db, "select count(*) from received_webhooks") == 1


def test_no_table_of_it_names_anybody(take_in, db):
    take_in("permanent", "5.1.1")
    take_in("soft", "5.2.2", mark=Mark("subscriber", 2))
    tables = dump(db)

    for name in ("bounce_events", "bounces_ignored", "received_webhooks", "suppressions"):
        assert "reader" not in str(tables[name])
