"""Ask every check, and keep what it says; one that nobody answers is told as not seen."""

from shared.loopback import is_loopback
from shared.mail.doctor.bounce_route import examine_bounce_route, examine_postal_address
from shared.mail.doctor.dkim import Keys, examine_dkim
from shared.mail.doctor.dmarc import examine_alignment, examine_dmarc, policy_of
from shared.mail.doctor.finding import Examined, NotSeen, Told
from shared.mail.doctor.login import examine_login
from shared.mail.doctor.mailboxes import examine_exchanges, examine_pointers
from shared.mail.doctor.patient import Patient
from shared.mail.doctor.spf import examine_spf
from shared.mail.doctor.web import examine_address, examine_functions, examine_site


def examine(patient: Patient) -> Examined:
    """Examine all that a letter needs, and send none.

    Raises:
        BadSettings: MAIL_URL or the resolver cannot be read.

    """
    settings, way = patient.settings, patient.way
    found = examine_domain(patient)
    public = patient.names if settings.site_network == "public" else None
    urls = {"SITE_URL": settings.site_url}
    if settings.functions_url != settings.site_url:
        urls["FUNCTIONS_URL"] = settings.functions_url
    for variable, url in urls.items():
        found.look("addresses", lambda name=variable, url=url: examine_address(name, url, public))
    found.look("addresses", lambda: examine_site(settings.site_url))
    found.look("one-click", lambda: examine_functions(settings.functions_url))
    found.look("login", lambda: login(patient))
    found.look("bounce route", lambda: examine_bounce_route(settings, way))
    found.look("postal address", lambda: examine_postal_address(settings.postal_address))
    return found


def examine_domain(patient: Patient) -> Examined:
    """Examine what the domain name system says: SPF, DKIM, DMARC, alignment, MX and PTR."""
    found, keys = Examined(), Keys()
    is_allowed = found.look("spf", lambda: spf(patient))
    found.look("dkim", lambda: dkim(patient, keys))
    found.look("dmarc", lambda: dmarc(patient, keys, is_allowed=is_allowed))
    found.look("mx", lambda: exchanges(patient, "MAIL_FROM", patient.domain))
    bounces = (patient.settings.bounce_address or "").rpartition("@")[2].lower()
    if bounces and bounces != patient.domain:
        found.look("mx", lambda: exchanges(patient, "BOUNCE_ADDRESS", bounces))
    if patient.way.is_own:
        found.look("ptr", lambda: pointers(patient))
    return found


def spf(patient: Patient) -> Told:
    """Examine SPF where the envelope is known; other services answer for their own."""
    envelope = patient.envelope
    if envelope is None:
        return []
    addresses = patient.addresses() if patient.way.is_own else []
    if patient.way.is_own and not addresses:
        return [NotSeen("spf", patient.from_where())]
    return examine_spf(
        patient.names,
        envelope,
        include=patient.way.include,
        addresses=addresses,
        sender=patient.way.name,
    )


def dkim(patient: Patient, keys: Keys) -> Told:
    """Examine the keys by which letters are signed, and note whose they are."""
    signs = patient.way.domain_of(patient.way.signs, patient.domain)
    return examine_dkim(patient.names, patient.way, signs, patient.selectors, keys)


def dmarc(patient: Patient, keys: Keys, *, is_allowed: bool) -> Told:
    """Examine the policy, and whether what proves a letter agrees with its From."""
    policy = policy_of(patient.names, patient.domain)
    yield from examine_dmarc(policy, patient.settings.gardener_email)
    yield from examine_alignment(policy, patient.envelope if is_allowed else None, keys)


def exchanges(patient: Patient, variable: str, domain: str) -> Told:
    """Examine whether mail reaches a domain of ours."""
    return examine_exchanges(patient.names, domain, variable, patient.way)


def pointers(patient: Patient) -> Told:
    """Examine the names of a mail server of one's own."""
    addresses = patient.addresses()
    if not addresses or patient.way.relay is None:
        return [NotSeen("ptr", patient.from_where())]
    host = patient.way.relay.host
    return examine_pointers(
        patient.names, f"mail.{patient.domain}" if is_loopback(host) else host, addresses
    )


def login(patient: Patient) -> Told:
    """Try the login of a mail server; that of an API is nothing apart from a letter."""
    if patient.way.relay is None:
        return [NotSeen("login", f"The API of {patient.way.name} is tried by its first letter.")]
    return examine_login(patient.settings.mail_url, patient.sender)
