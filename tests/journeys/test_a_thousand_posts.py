"""A crowd of machines at one mailbox, and at many: what they cause is a mail or two."""

import asyncio
from collections import Counter
from itertools import count

from tests.support.asgi import post
from tests.support.garden import Garden
from tests.support.rows import minutes_pass, one

SUBSCRIBE = "/newsletter/subscribe"
HOST = "functions.test"
NETWORKS = 100

NAMES = ["anna.lee", "annalee", "a.n.n.a.l.e.e", "ANNALEE", "Anna.Lee", "an.na.lee", "annal.ee"]
DOMAINS = ["gmail.com", "GMAIL.com", "googlemail.com", "gmail.com.", "Google\u200bMail.com"]
TAGGED = [f"annalee+{tag}@gmail.com" for tag in ("x", "y+z", "news", "1", "2")]
SPELLINGS = [*(f"{name}@{domain}" for name in NAMES for domain in DOMAINS), *TAGGED]


def crowd(garden: Garden, addresses: list[str], posts_of_each: int) -> Counter[int]:
    """Let every network post its share at once, each from an address of its own."""
    numbers = count()

    async def network(number: int) -> list[int]:
        client = f"198.{18 + number // 250}.{number % 250}.7"
        return [
            await post(
                garden.client.app,
                SUBSCRIBE,
                {"email": addresses[next(numbers) % len(addresses)]},
                host=HOST,
                client=client,
            )
            for _ in range(posts_of_each)
        ]

    async def all_of_them() -> list[list[int]]:
        return await asyncio.gather(*map(network, range(NETWORKS)))

    return Counter(status for statuses in garden.call(all_of_them) for status in statuses)


def test_n53_a_thousand_posts_in_forty_spellings_from_a_hundred_networks_are_two_mails_at_most(
    garden: Garden, db
):
    assert len({*SPELLINGS}) == 40
    answers = crowd(garden, SPELLINGS, 10)
    garden.tick()
    first = len(garden.inbox())
    minutes_pass(db, 11)
    answers += crowd(garden, SPELLINGS, 1)
    garden.tick()

    assert answers == {200: 1100}
    assert first == 1
    assert len(garden.inbox()) == 2
    assert one(db, "select count(*) from mailboxes") == 1
