"""The words of a mail as the consent log keeps them: the same for everybody who got that mail."""

from collections.abc import Mapping
from typing import Any

from shared.newsletter.records.consent import Text, text_of

# What is alike in all mails of a garden. Anything else may be one reader's own, or open a door.
ALIKE = frozenset({"garden_title", "garden_url"})


def text_of_mail(name: str, context: Mapping[str, Any], language: str) -> Text:
    """Return subject and plain text of a mail, with marks where it is one reader's own."""
    from shared.mail.rendering import render

    marked = {
        key: f"[{key}]" if isinstance(value, str) and key not in ALIKE else value
        for key, value in context.items()
    }
    letter = render(name, marked, language)
    return text_of(
        {
            "shown": f"mail {name}",
            "language": letter.language,
            "subject": letter.subject,
            "text": letter.text,
        }
    )
