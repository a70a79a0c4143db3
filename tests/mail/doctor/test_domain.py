"""The records of a domain: each thing that is wrong is one sentence, with the record to add."""

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from shared.mail.doctor.finding import Unanswered
from shared.mail.doctor.names import Names, server
from shared.variables import BadSettings
from tests.mail.doctor.conftest import RELAY, Ask, dkim, key, written
from tests.support.name_server import name_server, refused_port

SPF = "garden.example TXT"
KEY = "s1._domainkey.garden.example TXT"
DMARC = "_dmarc.garden.example TXT"


def test_a_domain_that_is_in_order_gets_no_finding(ask: Ask):
    found = ask()

    assert (found.findings, found.unseen) == ([], [])


@pytest.mark.parametrize(
    ("changes", "check", "says", "record"),
    [
        ({SPF: None}, "spf", "no SPF record", '. TXT "v=spf1 ip4:198.51.100.7 ~all"'),
        (
            {SPF: ['"v=spf1 include:a.example -all"', '"v=spf1 mx ~all"']},
            "spf",
            "2 SPF records",
            '. TXT "v=spf1 include:a.example mx -all"',
        ),
        (
            {SPF: ['"v=spf1 ip4:203.0.113.0/24 -all"']},
            "spf",
            "does not let the mail server relay.garden.example send",
            '. TXT "v=spf1 ip4:198.51.100.7 ip4:203.0.113.0/24 -all"',
        ),
        ({SPF: ['"v=spf1 +all"']}, "spf", "lets everybody send", '. TXT "v=spf1 ~all"'),
        ({SPF: ['"v=spf1 ipv4:198.51.100.7 -all"']}, "spf", "'ipv4:198.51.100.7' means", None),
        ({SPF: ['"v=spf1 ip4:198.51.100 -all"']}, "spf", "'198.51.100' is no address", None),
        ({SPF: ['"v=spf1 include:gone.example -all"']}, "spf", "gone.example has no SPF", None),
        ({KEY: None}, "dkim", "no DKIM key at s1._domainkey.garden.example", "._domainkey"),
        ({KEY: ['"v=DKIM1; p="']}, "dkim", "has been withdrawn", None),
        ({KEY: dkim(f"v=DKIM1; t=y; p={key(2048)}")}, "dkim", "being tried out", None),
        ({KEY: dkim(f"v=DKIM1; p={key(2048)[:-60]}")}, "dkim", "cut off or mistyped", None),
        ({KEY: ['"v=DKIM1; k=ed25519; p=AAAA"']}, "dkim", "cut off or mistyped", None),
        ({DMARC: None}, "dmarc", "no DMARC policy", '. TXT "v=DMARC1; p=none; rua=mailto:ada@'),
        ({DMARC: ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']}, "dmarc", "2 DMARC", None),
        ({DMARC: ['"v=DMARC1; p=deny"']}, "dmarc", "no policy that receivers know", "p=none"),
        ({"garden.example MX": None}, "mx", "no MX record", ". MX 10 relay.garden.example."),
        ({"garden.example MX": ["0 ."]}, "mx", "takes no mail (RFC 7505)", ". MX 10 relay"),
        ({"garden.example MX": ["5 gone.example."]}, "mx", "has an address: gone.example", ". MX"),
        ({"7.100.51.198.in-addr.arpa PTR": None}, "ptr", "no name (PTR)", "PTR relay.garden.exam"),
        (
            {"7.100.51.198.in-addr.arpa PTR": ["host7.isp.example."]},
            "ptr",
            "is called host7.isp.example, which does not lead back",
            "7.100.51.198.in-addr.arpa. PTR relay.garden.example.",
        ),
    ],
)
def test_what_is_wrong_is_one_finding_with_its_record(ask: Ask, changes, check, says, record):
    found = ask(changes, gardener_email="ada@example.org")

    assert [one.check for one in found.findings] == [check], found
    (one,) = found.findings
    assert says in one.says
    assert one.remedy
    assert record in (one.record or "") if record else one.record is None
    assert found.unseen == []


def test_a_record_that_is_changed_as_told_is_in_order(ask: Ask):
    (told,) = ask({SPF: ['"v=spf1 ip4:203.0.113.0/24 -all"']}).findings
    _, _, value = (told.record or "").partition(" TXT ")

    assert ask({SPF: [value]}).findings == []


def test_includes_are_followed_and_more_than_ten_of_them_are_broken(ask: Ask):
    chain = {f"n{i}.example TXT": [f'"v=spf1 include:n{i + 1}.example -all"'] for i in range(12)}
    chain["n12.example TXT"] = ['"v=spf1 ip4:198.51.100.7 -all"']

    assert ask({**chain, SPF: ['"v=spf1 include:n3.example -all"']}).findings == []
    (told,) = ask({**chain, SPF: ['"v=spf1 include:n2.example -all"']}).findings
    assert "more than 10 look-ups" in told.says


def test_a_loop_of_includes_ends(ask: Ask):
    (told,) = ask({SPF: ['"v=spf1 include:garden.example -all"']}).findings

    assert "more than 10 look-ups" in told.says


@pytest.mark.parametrize("host", ["198.51.100.7", "localhost"])
def test_no_mx_record_is_proposed_with_what_only_names_can_stand_in(ask: Ask, host: str):
    found = ask({"garden.example MX": None}, mail_url=f"smtp://u:p@{host}")

    assert "garden.example. MX 10 MAIL-SERVER." in [one.record for one in found.findings]


@pytest.mark.parametrize(
    "way", ["a:relay.garden.example", "mx", "mx/30", "?all a redirect=o.example"]
)
def test_hosts_mail_servers_and_redirects_allow_their_addresses(ask: Ask, way: str):
    others = {"o.example TXT": ['"v=spf1 ip4:198.51.100.7 -all"']}

    assert ask({**others, SPF: [f'"v=spf1 {way}"']}).findings == []


def test_short_rsa_keys_are_heeded_by_nobody(ask: Ask):
    numbers = rsa.RSAPublicNumbers(65537, (1 << 511) | 1)
    (told,) = ask({KEY: dkim(f"v=DKIM1; p={written(numbers.public_key())}")}).findings

    assert "its key has 512 bits, and receivers heed none below 1024" in told.says
    assert ask({KEY: dkim(f"v=DKIM1; p={key(1024)}")}).findings == []


def test_what_nobody_answers_is_not_seen_and_no_finding(ask: Ask):
    found = ask(mail_from="Ada <ada@garden.broken>")

    assert found.findings == []
    assert {one.check for one in found.unseen} == {"spf", "dkim", "dmarc", "mx"}
    assert found.unseen[0].why == "Nobody answered the question for garden.broken TXT."


def test_a_resolver_that_is_not_there_answers_nothing():
    names = Names(f"127.0.0.1:{refused_port()}", patience=0.3)
    with pytest.raises(Unanswered, match=r"garden\.example MX"):
        names.exchanges("garden.example")

    names.patience = names.resolver().lifetime = 600  # it is not waited for again
    with pytest.raises(Unanswered, match=r"garden\.example TXT"):
        names.texts("garden.example")


def test_an_answer_that_does_not_fit_is_asked_for_by_tcp():
    long = " ".join(f'"{"x" * 250}"' for _ in range(6))
    with name_server({"long.example TXT": [long]}) as where:
        (text,) = Names(where).texts("long.example")

    assert len(text) == 1500


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("9.9.9.9", ("9.9.9.9", 53)),
        ("127.0.0.1:5353", ("127.0.0.1", 5353)),
        ("2620:fe::fe", ("2620:fe::fe", 53)),
        ("[::1]:5353", ("::1", 5353)),
    ],
)
def test_a_resolver_is_an_address_with_or_without_a_port(typed: str, read: tuple[str, int]):
    assert server(typed) == read


def test_a_resolver_by_name_is_refused_with_the_form():
    with pytest.raises(BadSettings, match=r"--resolver is 'dns.example'; write an address"):
        server("dns.example")


def test_addresses_that_the_server_sends_from_can_be_named(ask: Ask):
    found = ask(sends_from=("203.0.113.9",))

    assert [(one.check, one.record) for one in found.findings] == [
        ("spf", 'garden.example. TXT "v=spf1 ip4:203.0.113.9 ip4:198.51.100.7 -all"'),
        ("ptr", "9.113.0.203.in-addr.arpa. PTR relay.garden.example."),
    ]
    here = ask(mail_url="smtp://127.0.0.1:25")
    assert {one.check for one in here.unseen} == {"spf", "ptr"}
    assert ask(mail_url="smtp://127.0.0.1:25", sends_from=(RELAY,)).findings == []
