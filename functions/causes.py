"""What the errors of this garden's own jobs mean: its mail, its pages."""

from shared.outbox import Cause

CAUSES = (
    Cause(
        r"TransportFailed\b.*\bat AUTH\b",
        "The mail server did not let us log in.",
        "Correct user and password in MAIL_URL; then release.",
    ),
    Cause(
        r"TransportFailed\b.*\bat MAIL FROM\b",
        "The mail server does not let us send as MAIL_FROM.",
        "Use an address that this server may send for; then release.",
    ),
    Cause(
        r"TransportFailed\b.*\bfrom SES\b",
        "Amazon SES did not take the letter.",
        "Look at what it says, and at the account; then release.",
    ),
    Cause(
        r"TransportFailed\b",
        "The mail server did not take the letter, and the reader is not to blame.",
        "Check MAIL_URL and what the server says; then release a few at a time.",
    ),
    Cause(
        r"AnswerLost\b",
        "The letter was handed over and the answer never came: it may have arrived.",
        "Retry only if a second copy is better than none.",
    ),
    Cause(
        r"PageNotLive\b",
        "The page of a note was not there, or was still the old one, for a whole day.",
        "Publish the garden; then retry.",
    ),
    Cause(
        r"LetterTooLarge\b|Discard: The letter cannot be written",
        "The letter cannot be written as the note is now.",
        "Correct the note and announce again; drop this one.",
    ),
    Cause(
        r"BadHeader\b|BadAddress\b",
        "The address, or the name in MAIL_FROM, is not fit for a mail.",
        "Correct MAIL_FROM; if it is the reader's address, drop the letter.",
    ),
)
