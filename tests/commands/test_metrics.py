"""`thistledown jobs metrics`: what a scrape reads, and the same as JSON."""

from prometheus_client.parser import text_string_to_metric_families

from tests.support.dead import die


def test_the_text_is_what_prometheus_reads(run, garden, db):
    garden.subscribe("ada@example.org")
    die(db, 2, kind="newsletter.evergreen-mail")
    result = run("jobs", "metrics")
    found = {family.name: family for family in text_string_to_metric_families(result.stdout)}

    assert result.exit_code == 0
    assert found["outbox_dead"].samples[0].value == 2
    assert found["outbox_pending"].samples[0].value == 1
    assert "ada" not in result.stdout


def test_the_json_has_the_same_numbers(ask, garden, db):
    garden.subscribe("ada@example.org")
    told = ask("jobs", "metrics")

    assert (told["pending"], told["dead"]) == (1, 0)
    assert told["jobs"][0]["kind"] == "newsletter.confirm-mail"
