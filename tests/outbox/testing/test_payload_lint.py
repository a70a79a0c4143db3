"""What the case log says of payloads, and what it lets pass."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from shared.outbox.testing import CHECKS, Broken

IDS_ONLY = CHECKS["the_payload_holds_ids_only"]
COMES_BACK = CHECKS["the_payload_comes_back_as_it_was"]


@dataclass(frozen=True)
class Anything:
    kind: ClassVar[str] = "test.anything"
    queue: ClassVar[str] = "bulk"

    value: Any = None
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Number:
    kind: ClassVar[str] = "test.number"
    queue: ClassVar[str] = "bulk"

    value: int = 0


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("ada@example.org", "payload.value holds an address"),
        (["a", {"to": "Ada <ada@example.org>"}], r"payload.value\[1\].to holds an address"),
        ("https://garden.example/confirm?token=abc", "payload.value looks like a secret"),
        ("postgresql://me:word@host/name", "payload.value looks like a secret"),
        ("Bearer abc", "payload.value looks like a secret"),
        ("sk_live_4242", "payload.value looks like a secret"),
        ("aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF", "payload.value looks like a secret"),
        ("word " * 50, "payload.value is a text of 250 characters"),
        ([10**9] * 400, "the payload has 4"),
        ("maybe a@b.c1", "payload.value holds an address."),
        (float("nan"), "cannot be enqueued: Anything: payload.value is nan"),
        ({"api_key": "x"}, "cannot be enqueued: Anything: payload.value.api_key looks like"),
    ],
)
def test_what_is_no_id_is_named_with_its_path(case_of, shop_database, value, says):
    with pytest.raises(Broken, match=says):
        IDS_ONLY(case_of("good", Anything(value)), shop_database)


@pytest.mark.parametrize(
    "value",
    [
        7,
        None,
        True,
        2.5,
        "newsletter-confirm-7",
        "0b54a7be-6a0b-4a0e-9a57-1f5b9c0b4a11",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "notes/an-oak-in-spring",
        "https://garden.example/notes/oak/",
        [1, 2, 3],
    ],
)
def test_ids_pass_and_come_back(case_of, shop_database, value):
    case = case_of("good", Anything(value))

    IDS_ONLY(case, shop_database)
    COMES_BACK(case, shop_database)


def test_what_the_table_gives_back_must_be_readable(case_of, shop_database):
    with pytest.raises(
        Broken, match=r"does not come back from the table: Number: payload\.value is of type str"
    ):
        COMES_BACK(case_of("good", Number("seven")), shop_database)
