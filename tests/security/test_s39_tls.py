"""S39: a way to the mail server that is not the one we were promised is not taken."""

import pytest

from tests.support.bad_smtp import BadSmtp
from tests.support.garden import running
from tests.support.jobs import make_due
from tests.support.rows import one

UNTRUSTED = {
    "a self-signed certificate": ("smtp://localhost:{}", "starttls"),
    "a self-signed certificate from the first byte": ("smtps://localhost:{}", "tls"),
    "no STARTTLS for a login": ("smtp://user:canary@localhost:{}", "starttls-stripped"),
    "no STARTTLS where it is required": ("smtp://localhost:{}?tls=required", "starttls-stripped"),
    "a STARTTLS that is refused": ("smtp://localhost:{}", "starttls-refused"),
    "no TLS at all": ("smtps://localhost:{}", "ok"),
}


@pytest.mark.parametrize("what", UNTRUSTED)
def test_no_mail_of_any_kind_goes_that_way_and_none_is_lost(database, db, site, tmp_path, what):
    url, mode = UNTRUSTED[what]
    with BadSmtp(mode) as server:
        mail_url = url.format(server.port)
        with running(database, site, tmp_path / "mail", mail_url=mail_url) as garden:
            db.execute(
                "insert into subscribers (email, address, mailbox, status, confirmed_at) values"
                " ('ada@example.org', 'ada@example.org', 'ada@example.org', 'confirmed', now())"
            )
            garden.show(garden.site.note("oak"))
            garden.show(garden.site.note("oak", "evergreen"))
            garden.subscribe("bob@example.org")
            garden.tick()
            make_due(db)
            garden.tick()

        history = "".join(str(row) for row in db.execute("select * from job_attempts").fetchall())
        assert server.senders_seen == 0
        assert server.mails == []
        assert not [line for line in server.commands if line.upper().startswith("AUTH")]
        assert one(db, "select count(*) from background_jobs where status = 'pending'") == 2
        assert not [secret for secret in ("canary", "@example.org") if secret in history]
