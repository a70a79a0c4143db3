"""What takes far too long is an error of the one file it is in, by the processor's own clock."""

import re
import signal
import threading
import time

import pytest

import shared.garden.pictures.develop
import shared.garden.seed
from shared.garden.patience import Patience, TooLong
from shared.garden.pictures.develop import develop
from shared.garden.writing import highlight

ENDLESS = re.compile(r"(a+)+b")


def spin() -> None:
    while True:
        pass


@pytest.mark.parametrize("work", [spin, lambda: ENDLESS.match("a" * 50)])
def test_work_without_end_is_ended_also_within_an_expression(work):
    with pytest.raises(TooLong, match="takes far too long"), Patience(0.1):
        work()

    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_waiting_is_no_work_and_what_comes_after_is_left_alone():
    with Patience(0.1):
        time.sleep(0.3)
    begun = time.process_time()
    while time.process_time() < begun + 0.3:
        pass


def test_who_does_not_listen_is_told_again(monkeypatch):
    monkeypatch.setattr("shared.garden.patience.AGAIN", 0.1)
    heard = 0
    with pytest.raises(TooLong), Patience(0.1):
        try:
            spin()
        except TooLong:
            heard += 1
        spin()

    assert heard == 1


def test_one_within_another_has_no_longer_than_that():
    with pytest.raises(TooLong), Patience(0.2):
        for _ in range(100):
            with Patience(0.05):
                time.sleep(0)
        with Patience(1000):
            spin()


def test_used_again_it_has_what_is_left():
    patience = Patience(0.2)
    with pytest.raises(TooLong):
        for _ in range(1000):
            with patience:
                begun = time.process_time()
                while time.process_time() < begun + 0.01:
                    pass


def test_another_thread_has_to_wait_for_its_own_work():
    came: list[str] = []

    def work() -> None:
        with Patience(0.01):
            begun = time.thread_time()
            while time.thread_time() < begun + 0.1:
                pass
            came.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert came == ["done"]


def test_a_note_that_takes_far_too_long_stops_no_other(grow, monkeypatch):
    def endless(tree):
        if "ENDLESS" in "".join(node.text for node in tree.walk()):
            spin()
        return said(tree)

    said = shared.garden.seed.said
    monkeypatch.setattr(shared.garden.seed, "said", endless)
    monkeypatch.setattr(shared.garden.seed, "PATIENCE", 0.5)
    built = grow({"bad.md": "ENDLESS", "good.md": "y"})

    assert [note.slug for note in built.report.notes] == ["good"]
    assert built.errors == ["bad.md:1:1: takes far too long to be read; it is left out"]
    assert built.mentions("ENDLESS") == []


def test_a_picture_that_takes_far_too_long_is_not_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(shared.garden.pictures.develop, "PATIENCE", 0.1)
    monkeypatch.setattr(shared.garden.pictures.develop, "develop_one", lambda *_, **__: spin())

    film = develop(b"x", "png", "mark", tmp_path, is_linked=False)
    assert film.trouble == "cannot be read as a picture: takes far too long"


def test_code_that_takes_far_too_long_has_no_colours(monkeypatch):
    monkeypatch.setattr(highlight, "PATIENCE", 0.2)
    monkeypatch.setattr(highlight, "MORE", 0)
    lines = "\n" * 90_000 + "int x;"

    assert highlight.highlight(lines, "c") == lines
    assert '<span class="kt">int</span>' in highlight.highlight("int x;", "c")
