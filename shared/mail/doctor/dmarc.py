"""DMARC (RFC 7489): is there a policy, and does what proves a letter agree with its From?"""

import re
from dataclasses import dataclass

from shared.mail.doctor.dkim import Keys, tags
from shared.mail.doctor.finding import MailFinding, txt
from shared.mail.doctor.names import Names

POLICIES = ("none", "quarantine", "reject")
VERSION = re.compile(r"v\s*=\s*DMARC1\s*(;|$)")


@dataclass(frozen=True, slots=True)
class Policy:
    """What is published for a domain: the record in force, and where the organisation begins.

    `top` is found by walking up the names (as DMARC does since it needs no list of public
    suffixes): the highest domain that has a record; the domain itself where none has.
    """

    domain: str
    record: dict[str, str] | None
    at: str
    top: str
    count: int  # records at that name; only one is heeded

    def aligns(self, other: str, tag: str) -> bool:
        """Tell whether a domain that was proved counts for From; `tag` is aspf or adkim."""
        strict = (self.record or {}).get(tag, "r").lower() == "s"
        if strict or other == self.domain:
            return other == self.domain
        if self.record is None:  # as far as can be told without knowing the organisation
            return below(other, self.domain) or below(self.domain, other)
        return other == self.top or below(other, self.top)


def policy_of(names: Names, domain: str) -> Policy:
    """Walk up from a domain, and return the policy that is nearest."""
    labels = domain.split(".")
    found = [
        (parent, records)
        for parent in (".".join(labels[start:]) for start in range(len(labels) - 1))
        if (records := records_of(names, parent))
    ]
    if not found:
        return Policy(domain, None, domain, domain, 0)
    at, records = found[0]
    return Policy(domain, tags(records[0]), at, found[-1][0], len(records))


def records_of(names: Names, domain: str) -> list[str]:
    """Return the DMARC records of a domain."""
    return [one for one in names.texts(f"_dmarc.{domain}") if VERSION.match(one)]


def examine_dmarc(policy: Policy, reports_to: str | None) -> list[MailFinding]:
    """Say what is wrong with the policy; `reports_to` is where reports could go."""
    rua = f"; rua=mailto:{reports_to}" if reports_to else ""
    proposed = txt(f"_dmarc.{policy.domain}", f"v=DMARC1; p=none{rua}")
    if policy.record is None:
        return [
            MailFinding(
                "dmarc",
                f"{policy.domain} has no DMARC policy; Gmail, Yahoo and Outlook ask one of "
                "newsletters.",
                "Add one; p=none changes nothing for mail that you send otherwise.",
                proposed,
            )
        ]
    name = f"_dmarc.{policy.at}"
    if policy.count > 1:
        says = f"{name} has {policy.count} DMARC records; receivers then heed none."
        return [MailFinding("dmarc", says, "Delete all but one.")]
    if policy.record.get("p", "").lower() not in POLICIES:
        says = f"The DMARC record {name} has no policy that receivers know."
        return [
            MailFinding("dmarc", says, "Let it say p=none, p=quarantine or p=reject.", proposed)
        ]
    return []


def examine_alignment(policy: Policy, envelope: str | None, keys: Keys) -> list[MailFinding]:
    """Say whether SPF or DKIM speaks for the domain in From; DMARC passes with either.

    `envelope` is the domain on the envelope where it is known and its SPF record is in order. Where
    the keys are not known, nothing is said of what only they could prove.
    """
    domains = sorted(keys.domains)
    by_envelope = envelope is not None and policy.aligns(envelope, "aspf")
    by_key = any(policy.aligns(one, "adkim") for one in domains)
    if by_envelope or by_key or not keys.is_known:
        return []
    proved = [f"the envelope says {envelope}"] if envelope else []
    proved += [f"the signature says {one}" for one in domains]
    but = f": {', '.join(proved)}" if proved else ""
    return [
        MailFinding(
            "alignment",
            f"Nothing proves that a letter from {policy.domain} is from there{but}.",
            f"Let the mail service sign with a key of {policy.domain}, or set BOUNCE_ADDRESS to an "
            f"address at {policy.domain} or below it.",
        )
    ]


def below(domain: str, parent: str) -> bool:
    """Tell whether a domain is one of another's."""
    return domain.endswith(f".{parent}")
