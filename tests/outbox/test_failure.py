"""What is kept of an exception: always something, bounded, printable, the same for one cause."""

import traceback

import pytest

from shared import outbox
from shared.outbox.failure import LIMIT, describe, fingerprint
from shared.outbox.worker.endings import failed
from tests.support.jobs import Water, enqueue, handlers, on, outcomes, row


class Refused(Exception):
    """An error whose author promised that its text may be shown."""

    def __init__(self, public):
        super().__init__("secret")
        self.public = public


def raised(error):
    """Return an error that was raised here."""
    try:
        raise error
    except BaseException as caught:
        return caught


def raised_elsewhere(error):
    """Return an error that was raised by another function."""
    try:
        raise error
    except BaseException as caught:
        return caught


class Unsayable(Exception):
    """It cannot be asked for anything."""

    @property
    def public(self):
        raise SystemExit(1)

    def __str__(self):
        raise RecursionError

    __repr__ = __str__


class Meta(type):
    """A class whose name cannot be read."""

    @property
    def __name__(cls):
        raise ValueError


class Nameless(Exception, metaclass=Meta):
    """Nobody knows."""


ODD = [
    Refused("\x00\x1b[2J\ud800 \u2028 tail"),
    Refused("x" * 10**6),
    Refused("\u202eevil\u2066 turns"),
    Refused(["not", "a text"]),
    Unsayable(),
    Nameless(),
    type("Two\nlines\x1b", (Exception,), {})(),
    type("Long" * 10_000, (Exception,), {})(),
    ExceptionGroup("g", [Refused("a"), ValueError("b")]),
    BaseExceptionGroup("g", [BaseExceptionGroup("h", [SystemExit(1)] * 1000), KeyError("k")]),
    UnicodeDecodeError("utf-8", b"\xff\x00" * 1000, 0, 1, "no"),
]


@pytest.mark.parametrize("error", ODD, ids=range(len(ODD)))
def test_case_24_whatever_is_raised_can_be_written_and_the_job_goes_on(database, db, error):
    async def work(job):
        raise error

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(handlers(work), budget=20)

    job, report = on(database, story)

    assert report.retried == 1
    assert outcomes(db, job) == ["failed"]
    (attempt,) = db.execute("select * from job_attempts where job_id = %s", (job,)).fetchall()
    assert 0 < len(attempt["error"]) <= LIMIT
    assert attempt["error"].isprintable()
    assert attempt["fingerprint"]
    assert row(db, job)["status"] == "pending"


@pytest.mark.parametrize(
    "address",
    [
        "ada@garden.example",
        "ada%40garden.example",
        "mailto:ada%2540garden.example",
        "ada\uff20garden.example",
        "ada\ufe6bgarden.example",
        "ada&#64;garden.example",
        '"ada of the garden"@garden.example',
        '"ada \\" @ 7"@garden.example',
    ],
)
def test_however_an_address_is_written_it_is_not_kept(address):
    class Named(Exception):
        pass

    Named.__name__ = f"No{address}"
    for error in (Refused(f"550 for {address}: no mailbox"), Named()):
        assert "ada" not in describe(error)
        assert "garden" not in describe(error)
    assert (
        describe(Refused(f"550 for {address} no mailbox"))
        == "Refused: 550 for [address] no mailbox"
    )


def test_a_text_without_an_address_is_kept_whole():
    said = 'said "no" at 40% of 7 (pkg/2.1) & more'

    assert describe(Refused(said)) == f"Refused: {said}"


def test_a_group_names_what_is_in_it():
    group = ExceptionGroup("g", [ValueError(), ExceptionGroup("h", [OSError(), ValueError()])])
    many = ExceptionGroup("g", [type(f"E{n}", (Exception,), {})() for n in range(9)])

    assert describe(group) == "ExceptionGroup of OSError, ValueError"
    assert describe(many) == "ExceptionGroup of E0, E1, E2, E3, E4, ..."


def test_an_error_that_cannot_be_described_still_ends_its_attempt():
    ended = failed(None, Nameless())

    assert (ended.error, ended.fingerprint) == (
        "An error that cannot be described.",
        "indescribable",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mailbox 17 is full", "mailbox 4711 is full"),
        ("no row 'oak'", "no row 'elm tree'"),
        ('no row "oak"', 'no row ""'),
        ("at 0xdeadbeef", "at 0x7f00"),
        (
            "id 6f1c2d3e-0000-4000-8000-1234567890ab gone",
            "id 00000000-aaaa-4000-8000-1234567890ab gone",
        ),
        ("from 10.0.0.1:25", "from 192.168.17.4:2525"),
        ("rose@example.com is unknown", "oak+tag@garden.example is unknown"),
        ("digest a94a8fe5ccb19ba6 differs", "digest 0123456789abcdef differs"),
        ("<html id=1> came", "<p> came"),
    ],
)
def test_a_fingerprint_is_the_same_whatever_varies(one, other):
    prints = [fingerprint(raised(Refused(text))) for text in (one, other)]

    assert prints[0] == prints[1]
    assert len(prints[0]) == 16


def test_a_fingerprint_tells_causes_apart():
    prints = [
        fingerprint(raised(Refused("mailbox is full"))),
        fingerprint(raised(Refused("mailbox is gone"))),
        fingerprint(raised(ValueError())),
        fingerprint(raised(KeyError())),
        fingerprint(raised_elsewhere(ValueError())),
        fingerprint(raised(ValueError()), remark="the attempt took longer than 5 s"),
        fingerprint(ValueError()),
    ]

    assert len(set(prints)) == len(prints)


def test_a_fingerprint_does_not_move_with_the_line():
    first = raised(ValueError())
    second = first.with_traceback(first.__traceback__)
    moved = "\n" * 40 + "def raised(error):\n    raise error\nraised(ValueError())"
    errors = []
    for source in (moved, moved[40:]):
        try:
            exec(compile(source, "garden.py", "exec"), {})
        except ValueError as error:
            errors.append(error)

    assert fingerprint(first) == fingerprint(second)
    assert traceback.extract_tb(errors[0].__traceback__)[-1].lineno == 42
    assert describe(errors[0]) != describe(errors[1])
    assert fingerprint(errors[0]) == fingerprint(errors[1])


def test_a_fingerprint_is_the_same_in_every_process():
    assert fingerprint(Refused("mailbox 17 is full")) == fingerprint(Refused("mailbox 1 is full"))
    assert fingerprint(KeyError("x")) == "ad5383b34b39715b"
