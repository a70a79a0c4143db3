"""A shop with its tables and its bank, whose handlers are put to the case log."""

from collections.abc import Generator

import psycopg
import pytest

from shared.outbox import Handler
from shared.outbox.testing import Case
from tests.support import postgres as support
from tests.support.shop import TABLES, Bank, Charge, Shop


@pytest.fixture(scope="session")
def shop_database(cluster: support.Cluster) -> Generator[str]:
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(TABLES)
        yield url


@pytest.fixture
def bank() -> Generator[Bank]:
    bank = Bank()
    with bank.serving():
        yield bank


@pytest.fixture
def shop(bank: Bank) -> Shop:
    return Shop(bank)


@pytest.fixture
def case_of(shop: Shop, bank: Bank):
    """Make a case of one of the shop's handlers."""

    def make(name: str, job=None, **options) -> Case:
        job = job or Charge()
        handler = Handler(type(job), getattr(shop, name), timeout=10)
        given = {"black_hole": bank.elsewhere, "patience": 1.0, **options}
        return Case(handler, job, shop.arrange, shop.effects, **given)

    return make
