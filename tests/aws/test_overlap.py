"""A scheduled invocation that begins while the one before still works."""

import time
from concurrent.futures import ThreadPoolExecutor

from tests.support import figures
from tests.support.rows import add_readers, column, one
from tests.support.runtime_api import deployed

LETTERS = 300

DONE = "select count(*) from background_jobs where status = 'succeeded'"


def test_f8_two_overlapping_invocations_send_each_letter_once(
    cloud, environment, tmp_path, shown, db
):
    add_readers(db, LETTERS)
    cloud.run_tick()  # makes the database this garden's
    oak = shown.note("oak")
    shown.publish(shown.note("oak", "evergreen"))
    cloud.announce(oak)
    cloud.announce(shown.note("oak", "evergreen"))
    with (
        deployed("functions.aws.tick", environment, tmp_path / "second.log") as second,
        ThreadPoolExecutor(1) as threads,
    ):
        first = threads.submit(cloud.run_tick)
        while one(db, DONE) < 10:
            time.sleep(0.005)
        began = time.monotonic()
        later = second.invoke({"source": "aws.scheduler"})
        took = time.monotonic() - began
        reports = [first.result(), later.value]

    assert not later.failed
    assert sum(report["succeeded"] for report in reports) == LETTERS + 1
    assert sum(report["stale"] + report["rescued"] for report in reports) == 0
    assert len(cloud.inbox()) == LETTERS
    assert column(db, "select distinct status from deliveries") == ["sent"]
    figures.record("F8", f"two invocations over {LETTERS} letters: 0 sent twice, {took:.1f} s")
