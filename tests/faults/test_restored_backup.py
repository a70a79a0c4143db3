"""A backup of an hour ago is restored: no letter goes out twice before somebody has looked."""

from pathlib import Path

from shared import outbox
from tests.support.backup import back_up, restored
from tests.support.figures import record
from tests.support.garden import running
from tests.support.gates import in_seconds
from tests.support.post import Post
from tests.support.postgres import Cluster

READERS = 12


def test_f33_c20_no_letter_goes_out_of_a_restored_backup_until_a_human_says_so(
    post: Post, db, database: str, cluster: Cluster, tmp_path: Path
):
    post.readers(*(f"reader{number}@example.org" for number in range(READERS)))
    post.plan()
    db.execute("update background_jobs set run_at = clock_timestamp() + interval '1 min'")
    post.garden.tick(now=in_seconds(-3600))
    back_up(database, tmp_path / "backup")
    db.execute("update background_jobs set run_at = clock_timestamp() where status = 'pending'")
    post.garden.tick()
    sent = post.copies()

    mail_url = post.garden.settings.mail_url
    with (
        restored(cluster, tmp_path / "backup") as copy,
        running(copy, post.garden.site, tmp_path / "mail", mail_url=mail_url) as again,
    ):
        reports = [again.tick(now=in_seconds(after)) for after in (0, 120, 7200)]
        before = post.copies()
        again.call(lambda: outbox.resume(everything=True))
        again.tick(now=in_seconds(7260))

    record(
        "F33", f"{len(before) - len(sent)} of {READERS} letters sent again before somebody resumed"
    )
    assert len(sent) == READERS
    assert [report.claimed for report in reports] == [0, 0, 0]
    assert all("restored from a backup" in (report.paused or "") for report in reports)
    assert before == sent  # 0 mails until a human un-pauses
    assert sorted(post.copies()) == sorted(sent * 2)  # and under the same names afterwards
