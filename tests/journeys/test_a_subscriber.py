"""From the form to the first letter and out again."""

from tests.support.garden import Garden, link_in


def test_a_reader_confirms_with_one_button(garden: Garden, db):
    answer = garden.subscribe("ada@example.org")
    garden.tick()
    [mail] = garden.inbox()
    page = garden.client.get(link_in(mail))
    confirmed = garden.client.post(link_in(mail))

    assert answer.status_code == 200
    assert mail["To"] == "ada@example.org"
    assert page.text.count('<form method="post"') == 1
    assert confirmed.status_code == 200
    assert db.execute("select status from subscribers").fetchone() == {"status": "confirmed"}
