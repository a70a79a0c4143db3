"""A manifest made to be slow: thousands of notes of one slug, each of which was once called so."""

import time


def test_thousands_of_namesakes_are_not_compared_with_each_other(garden):
    def announced(prefix: str, aliases: list[str]) -> int:
        notes = [
            garden.site.note(f"{prefix}{n}", slug="oak", content_hash=f"{prefix}{n}", tags=[])
            | {"aliases": aliases}
            for n in range(5000)
        ]
        return garden.announce(garden.site.manifest(*notes)).status_code

    began = time.monotonic()

    assert announced("elm", []) == 200
    assert announced("ash", ["oak"]) == 200
    assert time.monotonic() - began < 20  # it was a minute and more
