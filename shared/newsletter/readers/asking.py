"""Who asks at the form, for letters or to be told of one note."""

from dataclasses import asdict, dataclass

from shared.mail.address import Address
from shared.newsletter.keys import mailbox_hash
from shared.newsletter.readers.caps import Caps, cap_parameters

# In the `do update` of an insert into subscribers: who has confirmed something keeps the language,
# since anybody may ask with any address.
LANGUAGE = """
    language = case
        when subscribers.status = 'confirmed'
          or exists (select from followed_notes
                      where subscriber_id = subscribers.id
                        and confirmed_at is not null
                        and ended_at is null)
        then subscribers.language
        else excluded.language
    end
"""


@dataclass(frozen=True, slots=True)
class Asker:
    """An address as the tables have it, and the language to answer in."""

    email: str
    address: str
    mailbox: str
    mailbox_hash: bytes
    language: str

    def parameters(self, caps: Caps) -> dict[str, object]:
        """Return what a statement that begins with MAILBOX_OPENS wants to know."""
        return asdict(self) | cap_parameters(caps)


def asker_at(address: Address, language: str, key: str) -> Asker:
    """Return who asks at an address; `key` hashes its mailbox."""
    return Asker(
        email=address.key,
        address=address.deliverable,
        mailbox=address.mailbox,
        mailbox_hash=mailbox_hash(key, address.mailbox),
        language=language,
    )
