"""Consent can be shown: the words, once for each version, and who saw which when."""

from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin, text_of
from tests.support.rows import add_readers, column, one

FORM = {"shown": "form", "language": "en", "label": "Your address", "button": "Subscribe"}


def agree(run, kind: consent.Kind, origin: Origin, reader: int = 1) -> None:
    run(lambda: consent.record(reader, kind, origin))


def test_the_same_words_have_the_same_version_and_others_another():
    turned = dict(reversed(FORM.items()))

    assert text_of(FORM) == text_of(turned)
    assert text_of(FORM).version != text_of({**FORM, "button": "Join"}).version
    assert len(text_of(FORM).version) == 12


def test_words_are_kept_once_however_many_saw_them(run, db):
    add_readers(db, 2)
    origin = Origin("form", "203.0.113.0/24", "https://garden.example/oak/", text_of(FORM))
    agree(run, "requested", origin)
    agree(run, "requested", origin, reader=2)
    agree(run, "unsubscribed", Origin("one-click"), reader=2)

    assert one(db, "select words from consent_texts") == FORM
    assert column(db, "select text_version from consent_events order by id") == [
        text_of(FORM).version,
        text_of(FORM).version,
        None,
    ]


def test_a_reader_is_given_the_words_that_were_shown_to_her_and_no_others(run, db):
    add_readers(db, 2)
    other = text_of({**FORM, "language": "zh-Hant"})
    agree(run, "requested", Origin("form", text=text_of(FORM)))
    agree(run, "requested", Origin("form", text=other), reader=2)

    [text] = run(lambda: consent.texts(1))
    [event] = run(lambda: consent.events(1))

    assert (text.version, text.words) == (text_of(FORM).version, FORM)
    assert (event.kind, event.text_version) == ("requested", text.version)
