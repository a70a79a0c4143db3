"""Each service's export is recognised by its header, and each row says what it says there."""

import zipfile

import pytest

from shared.newsletter.moving.columns import BadFile
from shared.newsletter.moving.files import Asked, Gone, Part, Unread, parts, rows
from shared.newsletter.moving.formats import BY_NAME
from shared.newsletter.moving.states import Agreed, Row, State
from tests.support.exports import EXPORTS, Export, every, saved

each_export = pytest.mark.parametrize("export", every.values(), ids=every.keys())


def read(path, asked: Asked | None = None) -> tuple[Part, list[Row]]:
    """Return the rows of the one file at a path, of which each must be one."""
    [part] = parts(path)
    found = list(
        rows(part, asked or Asked(columns={"email": "Mail"} if path.name == "my own.csv" else {}))
    )
    assert not [one for one in found if isinstance(one, Unread)]
    return part, [one for one in found if isinstance(one, Row)]


@each_export
def test_an_export_is_recognised_and_says_who_stands_where(export: Export, tmp_path):
    part, found = read(saved(tmp_path, export.name, export.text))

    assert part.format.name == export.service
    expected = {address: state for address, state in export.says.items()}
    if export.service == "csv":
        expected |= dict.fromkeys(export.proven, State.CONFIRMED)
    assert {row.address.key: row.claims for row in found} == expected


@each_export
def test_only_a_time_with_a_place_proves_that_somebody_agreed(export: Export, tmp_path):
    _, found = read(saved(tmp_path, export.name, export.text))

    assert {row.address.key for row in found if row.agreed} == export.proven


def test_a_proof_is_kept_with_its_time_and_its_network_cut_short(tmp_path):
    _, [first, *_] = read(saved(tmp_path, "b.csv", every["buttondown: buttondown-old.csv"].text))

    assert first.agreed is not None
    assert first.agreed.at is not None
    assert first.agreed.at.isoformat() == "2024-03-13T00:03:09.183465+00:00"
    assert (first.agreed.source, first.agreed.network) == ("Buttondown", "203.0.113.0/24")


# What each service documents of its own; see formats.py for where.
DOCUMENTED = {
    "buttondown": "regular premium trialed unpaid gifted churning unactivated paused unsubscribed"
    " spammy removed past_due",
    "kit": "active inactive cancelled bounced complained confirmed unconfirmed cold",
}


@pytest.mark.parametrize(("service", "column"), [("buttondown", "type"), ("kit", "state")])
def test_every_state_that_a_service_documents_is_known(service, column, tmp_path):
    words = DOCUMENTED[service].split()
    lines = "".join(f"r{n}@example.org,{word},,2026-01-01\n" for n, word in enumerate(words))
    header = f"email_address,{column},first_name,created_at\n"
    part, found = read(saved(tmp_path, "a.csv", header + lines))

    assert part.format.name == service
    assert len(found) == len(words)


@each_export
def test_a_file_that_is_another_services_than_was_said_is_refused(export: Export, tmp_path):
    """Read by the wrong columns, who has left there would only wait, or come back."""
    path = saved(tmp_path, export.name, export.text)
    for told in set(BY_NAME) - {export.service}:
        [part] = parts(path)
        if export.service == "csv":
            continue  # it may be anybody's
        with pytest.raises(BadFile, match=rf"that of {BY_NAME[export.service].title}, and not of"):
            list(rows(part, Asked(told)))


def test_who_insists_has_it_read_as_told(tmp_path):
    path = saved(tmp_path, "b.csv", every["buttondown: buttondown-old.csv"].text)
    [part] = parts(path)
    found = list(rows(part, Asked("ghost", insists=True)))

    assert part.format.name == "ghost"
    assert {one.claims for one in found if isinstance(one, Row)} == {None}


def test_a_file_that_looks_like_nobodys_is_whose_the_gardener_says(tmp_path):
    path = saved(tmp_path, "a.csv", "email,state\nann@example.org,cancelled\n")
    _, [row] = read(path, Asked("kit"))

    assert row.claims is State.UNSUBSCRIBED


def test_the_gardeners_word_stands_for_readers_and_for_nobody_else(tmp_path):
    path = saved(tmp_path, "b.csv", every["buttondown: buttondown-old.csv"].text)
    _, found = read(path, Asked(consent="double opt-in"))
    agreed = {row.address.key: row.agreed.source for row in found if row.agreed}

    assert agreed == {
        "reg@example.org": "Buttondown",
        "by.hand@example.org": "double opt-in",
        "left@example.org": "Buttondown",
    }


def test_the_gardeners_word_does_not_make_readers_of_those_who_only_bought_something(tmp_path):
    name = "nonsubscribed_members_export_1.csv"
    path = saved(tmp_path, name, every[f"mailchimp: {name}"].text)
    _, [buyer] = read(path, Asked(consent="double opt-in"))

    assert (buyer.claims, buyer.agreed) == (State.PENDING, None)


def test_each_file_of_mailchimps_zip_is_read_and_no_other(tmp_path):
    with zipfile.ZipFile(tmp_path / "audience_export.zip", "w") as archive:
        for export in EXPORTS:
            if export.service == "mailchimp":
                archive.writestr(f"audience/{export.name}", export.text)
        archive.writestr("granular_activity/opens.csv", "email\nsomebody.else@example.org\n")
    found = [row for part in parts(tmp_path / "audience_export.zip") for row in rows(part, Asked())]

    assert len(found) == 6
    assert all(isinstance(row, Row) for row in found)
    assert str(found[0].line).startswith("subscribed_members_export_1.csv:2")


def test_whom_substack_has_deleted_is_neither_read_nor_an_error(tmp_path):
    export = every["substack: email_list.garden.csv"]
    [part] = parts(saved(tmp_path, export.name, export.text))

    assert [one for one in rows(part, Asked()) if isinstance(one, Gone)] == [Gone("5")]


@pytest.mark.parametrize("content", ["ann@example.org\nbob@example.org\n", "ann@example.org"])
def test_a_bare_list_of_addresses_has_no_header_and_needs_none(content, tmp_path):
    _, found = read(saved(tmp_path, "list.txt", content))

    assert found[0] == Row("1", found[0].address, None)
    assert len(found) == content.count("@")


def test_a_list_without_header_says_by_numbers_which_column_is_which(tmp_path):
    path = saved(tmp_path, "list.csv", "Ann,ann@example.org,yes\nBob,bob@example.org,no\n")
    _, found = read(path, Asked(columns={"email": "2", "status": "3"}, consent="at the fair"))

    assert [(row.claims, row.agreed) for row in found] == [
        (State.CONFIRMED, Agreed("at the fair")),
        (State.UNSUBSCRIBED, None),
    ]


def test_a_word_that_nobody_knows_is_reported_and_not_guessed_at(tmp_path):
    [part] = parts(saved(tmp_path, "b.csv", "email,subscriber_type\nann@example.org,enchanted\n"))
    [unread] = rows(part, Asked())

    assert unread == Unread("2", "Nobody here knows the state 'enchanted'.")


def test_what_is_no_address_is_reported_without_being_repeated(tmp_path):
    [part] = parts(saved(tmp_path, "b.csv", "email\nann at example\nann@example.org\n"))
    [unread, row] = rows(part, Asked())

    assert isinstance(unread, Unread)
    assert "ann" not in unread.why.replace("anna@example.com", "")
    assert isinstance(row, Row)
    assert row.line == "3"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "Name,Town\nAnn,Oslo\n", "--columns email=NAME"),
        ("a.csv", "", "empty or broken"),
        ("a.xlsx", "PK", "save it as CSV"),
    ],
)
def test_a_file_that_cannot_be_imported_says_what_to_do(name, content, said, tmp_path):
    with pytest.raises(BadFile, match=said):
        for part in parts(saved(tmp_path, name, content)):
            list(rows(part, Asked()))


def test_everybody_in_a_file_may_have_left_whatever_it_says(tmp_path):
    path = saved(tmp_path, "b.csv", every["buttondown: buttondown-old.csv"].text)
    _, found = read(path, Asked(all_left=True, consent="double opt-in"))

    assert {row.claims for row in found} == {State.UNSUBSCRIBED, State.SUPPRESSED}


def test_a_zip_that_is_damaged_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("subscribed_1.csv", "Email Address,LEID\n" + "ann@example.org,1\n" * 99)
    content = bytearray(path.read_bytes())
    content[60:80] = bytes(20)
    path.write_bytes(content)
    [part] = parts(path)

    with pytest.raises(BadFile, match="damaged"):
        list(rows(part, Asked()))


def test_a_zip_without_files_of_readers_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("posts/1.opens.csv", "email\nann@example.org\n")

    with pytest.raises(BadFile, match="Unpack it"):
        parts(tmp_path / "all.zip")


def test_a_column_that_is_not_there_is_said_with_those_that_are(tmp_path):
    [part] = parts(saved(tmp_path, "a.csv", "Name,Town\nAnn,Oslo\n"))

    with pytest.raises(BadFile, match=r"no column 'Mail'\. There are: Name, Town"):
        list(rows(part, Asked(columns={"email": "Mail"})))


def test_a_header_of_anything_is_said_briefly_and_without_orders_to_a_terminal(tmp_path):
    [part] = parts(saved(tmp_path, "a.csv", "\x1b[2JName," + "x" * 9_000 + ",y" * 500 + "\n1\n"))

    with pytest.raises(BadFile, match=r"There are: \[2JName, x{60}, y, y") as said:
        list(rows(part, Asked()))
    assert len(str(said.value)) < 400
