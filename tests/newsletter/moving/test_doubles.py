"""Two columns of one meaning are refused, with both names and how to say which of them counts."""

import zipfile

import pytest

from shared.newsletter.moving.columns import BadFile
from shared.newsletter.moving.files import Asked, Row, parts, rows
from shared.newsletter.moving.formats import BY_NAME
from tests.support.exports import EXPORTS, Export, saved


def read(path, **columns: str) -> list[Row]:
    [part] = parts(path)
    return [one for one in rows(part, Asked(columns=columns)) if isinstance(one, Row)]


SAYS = {
    "email,name,email\n": "called 'email': number 1 and number 3. Say which counts: "
    "--columns email=1 or --columns email=3.",
    "Email,email_address\n": "the same: 'Email' and 'email_address'. Say which counts: "
    "--columns 'email=Email' or --columns 'email=email_address'.",
    "Mail;E-Mail\n": "'Mail' and 'E-Mail'",
    "Email,email\n": "'Email' and 'email'",
    "email,status,Status\n": "'status' and 'Status'. Give one of them another name",
    "email,subscribed,subscribed\n": "called 'subscribed'",
    "email,consent_time,consented_at\n": "--columns 'consent_time=consent_time'",
    "email,consent_source,consent_source\n": "called 'consent_source'",
    "email,ip,IP address\n": "--columns 'ip=ip' or --columns 'ip=IP address'",
    "email,left_time,left_at\n": "'left_time' and 'left_at'",
    "email,language,Language\n": "'language' and 'Language'",
    "email,email_address,subscriber_type\n": "'email' and 'email_address'",
    "email_address,type,type\n": "called 'type'",
    "email_address,type,ip_address,IP Address\n": "'ip_address' and 'IP Address'",
    "email,state,consented_at,consent_source,topics,topics\n": "Give one of them another name",
}


@pytest.mark.parametrize("header", SAYS)
def test_two_columns_of_one_meaning_are_refused_with_both_names_and_what_to_do(header, tmp_path):
    path = saved(tmp_path, "a.csv", header + "a@example.org,b,c,d,e,f\n")

    with pytest.raises(BadFile) as said:
        read(path)
    assert SAYS[header] in str(said.value)


OF_SERVICES = [export for export in EXPORTS if export.service != "csv"]


@pytest.mark.parametrize("export", OF_SERVICES, ids=lambda export: export.name)
def test_a_second_column_of_addresses_is_refused_in_every_services_export(export: Export, tmp_path):
    header, _, rest = export.text.partition("\n")
    called = BY_NAME[export.service].email[0]
    twice = saved(tmp_path, export.name, f"{called},{header.strip()}\n{rest}")

    with pytest.raises(
        BadFile, match=r"Two columns (are called|mean the same).* --columns '?email="
    ):
        list(rows(parts(twice)[0], Asked(format=export.service)))


def test_what_the_gardener_says_counts_by_the_name_or_by_the_number(tmp_path):
    people = ",".join(f"{local}@x.example" for local in "abcde")
    path = saved(tmp_path, "a.csv", f"Email,email,email_address,mail,mail\n{people}\n")

    for column, local in (("Email", "a"), ("email", "b"), ("email_address", "c"), ("5", "e")):
        assert [row.address.key for row in read(path, email=column)] == [f"{local}@x.example"]
    with pytest.raises(BadFile, match="called 'mail': number 4 and number 5"):
        read(path, email="mail")
    with pytest.raises(BadFile, match="no column '6'"):
        read(path, email="6")


def test_where_somebody_lives_is_no_second_address_of_hers(tmp_path):
    path = saved(tmp_path, "a.csv", "Name,Address,Email\nAnn,1 Garden Path,ann@example.org\n")

    assert [row.address.key for row in read(path)] == ["ann@example.org"]


def test_columns_that_mean_nothing_here_may_be_there_twice(tmp_path):
    path = saved(tmp_path, "a.csv", "email,note,note\nann@example.org,1,2\n")

    assert [row.address.key for row in read(path)] == ["ann@example.org"]


def test_of_the_times_in_a_services_file_the_first_counts_as_before(tmp_path):
    header = "email,subscriber_type,creation_date,subscription_date,ip_address\n"
    times = "2024-01-01T00:00:00Z,2024-02-02T00:00:00Z"
    [row] = read(saved(tmp_path, "a.csv", f"{header}a@x.example,regular,{times},203.0.113.7\n"))

    assert row.agreed is not None
    assert row.agreed.at is not None
    assert row.agreed.at.month == 2


def test_a_file_of_a_zip_is_named(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("subscribed_1.csv", "Email Address,email address,LEID\na@x.example,,1\n")

    with pytest.raises(BadFile, match=r"^subscribed_1\.csv: Two columns"):
        read(tmp_path / "all.zip")


def test_choices_come_along_when_a_column_of_ours_has_another_name(tmp_path):
    text = "mail,email,state,consented_at,consent_source,pace\na@x.example,b,confirmed,,,weekly\n"
    [row] = read(saved(tmp_path, "a.csv", text), email="mail")

    assert row.choices is not None
    assert row.choices.pace == "weekly"
