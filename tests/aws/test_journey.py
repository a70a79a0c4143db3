"""The main job under the real Lambda runtime client, with no change of code."""

import pytest


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "base64"])
def test_a_form_and_a_tick_make_one_mail(cloud, encoded):
    answer = cloud.subscribe("ada@example.org", encoded=encoded)
    report = cloud.run_tick()

    assert answer["statusCode"] == 200
    assert "<html" in answer["body"]
    assert answer["headers"]["content-type"].startswith("text/html")
    assert answer["isBase64Encoded"] is False
    assert (report["claimed"], report["succeeded"]) == (1, 1)
    assert [mail["To"] for mail in cloud.inbox()] == ["ada@example.org"]


def test_a_reader_comes_is_told_once_and_leaves(cloud, link_of, db):
    cloud.run_tick()  # the first one makes a new database this garden's
    cloud.announce(cloud.site.note("moss", "budding"))  # the silent baseline
    cloud.subscribe("ada@example.org")
    cloud.run_tick()
    [asked] = cloud.inbox()
    shown = cloud.ask("GET", link_of(asked))
    still = db.execute("select status from subscribers").fetchone()
    confirmed = cloud.ask("POST", link_of(asked))
    cloud.empty_inbox()

    matured = cloud.site.note("moss", "evergreen")
    cloud.site.publish(matured)
    announced = cloud.announce(matured)
    report = cloud.run_tick()
    [letter] = cloud.inbox()
    again = cloud.announce(matured)

    unsubscribed = cloud.ask(
        "POST",
        letter["List-Unsubscribe"].strip("<>").removeprefix("https://functions.test"),
        body="List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
    )

    assert shown["statusCode"] == 200
    assert still == {"status": "pending"}
    assert confirmed["statusCode"] == 200
    assert [note["id"] for note in announced["newly_evergreen"]] == ["moss"]
    assert report["succeeded"] == 2
    assert letter["To"] == "ada@example.org"
    assert again["newly_evergreen"] == []
    assert unsubscribed["statusCode"] == 200
    assert db.execute("select status from subscribers").fetchone() == {"status": "unsubscribed"}
    assert cloud.run_tick()["claimed"] == 0
    for function in (cloud.http, cloud.tick):
        log = function.log.read_text()
        assert "ada@example.org" not in log
        assert "token=" not in log
        assert "Traceback" not in log
