"""Write a mail that somebody asked for at a form: to one address, with a mark for its return."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.mail.compose import compose
from shared.mail.transport import Mail
from shared.newsletter.delivering.mail_words import text_of_mail
from shared.newsletter.garden import Garden
from shared.newsletter.records.consent import Text
from shared.newsletter.returning.marks import Mark
from shared.newsletter.returning.return_path import marked_message_id, returning
from shared.settings import Settings


@dataclass(frozen=True, slots=True)
class Prepared:
    """A mail that is ready to go, and what its template was given."""

    mail: Mail
    name: str
    context: Mapping[str, object]
    language: str

    def text(self) -> Text:
        """Return its words for the consent log."""
        return text_of_mail(self.name, self.context, self.language)


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whom it goes to: the number of a subscriber, the address, and the language."""

    id: int
    address: str
    language: str


def write(
    name: str, to: Recipient, context: Mapping[str, object], here: Garden, settings: Settings
) -> Prepared:
    """Compose the mail `templates/mail/<name>`; the garden's name and address are in every one."""
    mark = Mark("subscriber", to.id)
    whole = {"garden_title": here.name, "garden_url": settings.site_url, **context}
    mail = compose(
        name,
        sender=settings.mail_from,
        to=to.address,
        message_id=marked_message_id(mark, settings),
        reply_to=settings.reply_to,
        language=to.language,
        context=whole,
    )
    return Prepared(returning(mail, mark, settings), name, whole, to.language)
