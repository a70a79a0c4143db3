"""What is no address gets 422 and a sentence, and nothing is stored."""

from collections.abc import Generator

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.support.garden import Garden
from tests.support.garden_fixtures import Patient, patient_garden
from tests.support.postgres import Cluster
from tests.support.rows import dump

NO_ADDRESSES = [
    None,
    "",
    "  ",
    "ada",
    "ada@",
    "@example.org",
    "ada@example.org, eve@example.org",
    "ada@example.org\r\nBcc: eve@example.org",
    "ada\x00@example.org",
    "jörg@example.org",
    f"{'x' * 250}@example.org",
    "' or 1=1--",
    ["ada@example.org", "eve@example.org"],
]


@pytest.fixture(scope="module")
def patient(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Generator[Patient]:
    """One garden for every test here: what is refused leaves nothing behind."""
    with patient_garden(cluster, tmp_path_factory.mktemp("mail")) as kept:
        yield kept


@pytest.fixture
def garden(patient: Patient) -> Garden:
    return patient.garden


@pytest.fixture
def db(patient: Patient) -> psycopg.Connection[DictRow]:
    return patient.db


@pytest.mark.parametrize("email", NO_ADDRESSES)
def test_a_form_without_one_address_is_refused(garden: Garden, db, email):
    before = dump(db)
    fields = {} if email is None else {"email": email}
    answer = garden.client.post("/newsletter/subscribe", data=fields)

    assert answer.status_code == 422
    assert "Nothing was stored" in answer.text
    assert dump(db) == before


@pytest.mark.parametrize("email", [*NO_ADDRESSES, {"$ne": None}, 7, True])
def test_json_without_one_address_is_refused_in_json(garden: Garden, db, email):
    before = dump(db)
    answer = garden.client.post("/newsletter/subscribe", json={"email": email})

    assert answer.status_code == 422
    assert answer.json().keys() == {"title", "detail", "remedy"}
    assert dump(db) == before
