"""What the exports of other services look like: by which columns, and in which words.

Which of these first lines have been seen, and where, stands in docs/moving.md.
"""

from shared.newsletter.moving.format import ANY, NO, OUT, YES, YET, Format, Words

# The types of its API (https://github.com/buttondown/openapi, enums.json), and those that the
# dashboard has beside them.
BUTTONDOWN_TYPES: Words = {
    "regular": YES,
    "premium": YES,
    "gifted": YES,
    "trialed": YES,
    "churning": YES,
    "churned": YES,
    "past_due": YES,
    "paused": YES,
    "unactivated": YET,
    "unpaid": YET,
    "upcoming": YET,
    "unsubscribed": NO,
    "removed": NO,
    "disabled": NO,
    "undeliverable": OUT,
    "complained": OUT,
    "blocked": OUT,
    "spammy": OUT,
}

STATES: Words = {"pending": YET, "confirmed": YES, "unsubscribed": NO, "suppressed": OUT}

# Of a table that is nobody's in particular.
PLAIN_WORDS: Words = {
    **BUTTONDOWN_TYPES,
    **STATES,
    **dict.fromkeys(["active", "enabled", "subscribed", "true", "yes", "1"], YES),
    **dict.fromkeys(["inactive", "unconfirmed", "nonsubscribed"], YET),
    **dict.fromkeys(["cancelled", "canceled", "opted_out", "false", "no", "0"], NO),
    **dict.fromkeys(["bounced", "cleaned", "blocklisted", "blacklisted", "unreachable"], OUT),
}

OURS = Format(
    name="thistledown",
    title="Thistledown",
    marks=(frozenset({"email", "state", "consented_at", "consent_source"}),),
    email=("email",),
    says=(("state", STATES),),
    agreed_at=("consented_at",),
    agreed_by=("consent_source",),
    network=("consent_network",),
    left_at=("left_at",),
    left_for=("left_source",),
    language=("language",),
)

# Its API has renamed `email` and `subscriber_type` to `email_address` and `type`
# (https://docs.buttondown.com/api-subscribers-introduction). Exports have either.
BUTTONDOWN = Format(
    name="buttondown",
    title="Buttondown",
    marks=(
        frozenset({"email", "subscriber_type"}),
        frozenset({"email_address", "subscriber_type"}),
        frozenset({"email_address", "type"}),
        frozenset({"email", "type", "creation_date"}),
    ),
    email=("email_address", "email"),
    says=(("type", BUTTONDOWN_TYPES), ("subscriber_type", BUTTONDOWN_TYPES)),
    agreed_at=("subscription_date", "creation_date"),
    network=("ip_address",),
    left_at=("unsubscription_date", "undeliverability_date"),
)

SUBSTACK = Format(
    name="substack",
    title="Substack",
    marks=(
        frozenset({"email", "active_subscription"}),
        frozenset({"email", "subscription_type", "subscription_date"}),
    ),
    email=("email",),
    says=(
        ("email_disabled", {"true": NO, "false": YES}),
        ("subscription_type", {ANY: YES}),
    ),
    otherwise=YES,
    agreed_at=("created_at", "subscription_date"),
    gone=("@deletion-request.substack.com",),
)

MAILCHIMP = Format(
    name="mailchimp",
    title="Mailchimp",
    marks=tuple(
        frozenset({"email_address", one})
        for one in ("member_rating", "optin_time", "confirm_time", "leid", "euid", "clean_time")
    ),
    email=("email_address",),
    says=(
        ("unsub_time", {ANY: NO}),
        ("unsub_reason", {"spam_complaint": OUT, "abuse_complaint": OUT, "spam": OUT, ANY: NO}),
        ("clean_time", {ANY: OUT}),
    ),
    otherwise=YES,
    agreed_at=("confirm_time",),
    network=("confirm_ip",),
    left_at=("unsub_time", "clean_time"),
    parts={"nonsubscribed": YET, "unsubscribed": NO, "cleaned": OUT},
)

LISTMONK = Format(
    name="listmonk",
    title="listmonk",
    marks=(frozenset({"uuid", "email", "attributes"}), frozenset({"email", "name", "attributes"})),
    email=("email",),
    says=(("status", {"enabled": YES, "disabled": NO, "blocklisted": OUT, "blacklisted": OUT}),),
    agreed_at=("created_at",),
)

GHOST = Format(
    name="ghost",
    title="Ghost",
    marks=(frozenset({"email", "subscribed_to_emails"}),),
    email=("email",),
    says=(
        ("subscribed_to_emails", {"true": YES, "false": NO}),
        ("email_disabled", {"true": OUT, "false": None}),
        ("deleted_at", {ANY: NO}),
    ),
    agreed_at=("created_at",),
)

KEILA = Format(
    name="keila",
    title="Keila",
    marks=(
        frozenset({"email", "first_name", "last_name", "data"}),
        frozenset({"email", "first_name", "last_name", "status"}),
    ),
    email=("email",),
    says=(("status", {"active": YES, "inactive": YET, "unsubscribed": NO, "unreachable": OUT}),),
)

# The names and states of its API (https://developers.kit.com/api-reference/subscribers), and the
# words of its dashboard for them: Confirmed, Unconfirmed, Cold, Cancelled, Bounced, Complained.
KIT = Format(
    name="kit",
    title="Kit",
    marks=(
        frozenset({"email", "first_name", "state", "created_at"}),
        frozenset({"email", "first_name", "status", "created_at"}),
        frozenset({"email_address", "first_name", "state", "created_at"}),
    ),
    email=("email", "email_address"),
    says=tuple(
        (
            column,
            {
                **dict.fromkeys(["active", "confirmed", "cold"], YES),
                **dict.fromkeys(["inactive", "unconfirmed"], YET),
                **dict.fromkeys(["cancelled", "canceled", "unsubscribed"], NO),
                **dict.fromkeys(["bounced", "complained", "blocked"], OUT),
            },
        )
        for column in ("state", "status")
    ),
    agreed_at=("created_at",),
)

# `inactive` are those who have left, and of those who left some are still `active`.
BEEHIIV = Format(
    name="beehiiv",
    title="beehiiv",
    marks=(frozenset({"email", "status", "tier", "created_at"}),),
    email=("email",),
    says=(
        (
            "status",
            {
                "active": YES,
                **dict.fromkeys(["pending", "validating", "needs_attention"], YET),
                "inactive": NO,
                "invalid": OUT,
            },
        ),
        ("unsubscribed_at", {ANY: NO}),
    ),
    agreed_at=("created_at",),
    left_at=("unsubscribed_at",),
)

# The states of its API (github.com/mailerlite/mailerlite-nodejs, src/modules/subscribers).
MAILERLITE = Format(
    name="mailerlite",
    title="MailerLite",
    marks=(
        frozenset({"subscriber", "subscribed"}),
        frozenset({"subscriber", "name", "last_name"}),
    ),
    email=("subscriber", "email"),
    says=(
        (
            "status",
            {
                "active": YES,
                "unconfirmed": YET,
                "unsubscribed": NO,
                **dict.fromkeys(["bounced", "junk"], OUT),
            },
        ),
        ("unsubscribed", {ANY: NO}),
    ),
    agreed_at=("subscribed",),
    left_at=("unsubscribed",),
)

PLAIN = Format(
    name="csv",
    title="a table of its own",
    marks=(),
    email=("email", "email_address", "e_mail", "mail", "address"),
    says=(("status", PLAIN_WORDS), ("state", PLAIN_WORDS), ("subscribed", PLAIN_WORDS)),
    agreed_at=("consent_time", "consented_at"),
    agreed_by=("consent_source",),
    network=("ip", "ip_address"),
    left_at=("left_time", "left_at", "unsubscribed_at"),
    language=("language",),
)

# The first whose marks a header bears counts.
KNOWN = (
    *(OURS, BUTTONDOWN, SUBSTACK, MAILCHIMP, GHOST, LISTMONK, BEEHIIV, KIT, KEILA),
    MAILERLITE,
)

BY_NAME = {one.name: one for one in (*KNOWN, PLAIN)}

# Where somebody may have confirmed, as a letter says it.
SERVICES = frozenset(one.title for one in KNOWN if one is not OURS)
