"""The payloads of the newsletter's jobs: ids only, the same for who enqueues and who handles."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class ConfirmMail:
    """Ask a reader to prove that the address is theirs."""

    kind: ClassVar[str] = "newsletter.confirm-mail"
    queue: ClassVar[str] = "interactive"

    subscriber_id: int

    @property
    def dedup_key(self) -> str:
        """One request is worked at a time."""
        return f"newsletter-confirm-{self.subscriber_id}"


@dataclass(frozen=True, slots=True)
class FollowMail:
    """Ask somebody to prove that the address is theirs, and that they wait for one note."""

    kind: ClassVar[str] = "newsletter.follow-mail"
    queue: ClassVar[str] = "interactive"

    wish_id: int

    @property
    def dedup_key(self) -> str:
        """One request is worked at a time."""
        return f"newsletter-follow-{self.wish_id}"


@dataclass(frozen=True, slots=True)
class Announce:
    """Turn a planned notification into deliveries and their jobs."""

    kind: ClassVar[str] = "newsletter.announce"
    queue: ClassVar[str] = "bulk"

    notification_id: int

    @property
    def dedup_key(self) -> str:
        """One fan-out for each notification."""
        return f"newsletter-announce-{self.notification_id}"


@dataclass(frozen=True, slots=True)
class EvergreenMail:
    """Send one delivery. Enqueued by insert-from-select; see deliveries.py for the key."""

    kind: ClassVar[str] = "newsletter.evergreen-mail"
    queue: ClassVar[str] = "bulk"

    delivery_id: int


@dataclass(frozen=True, slots=True)
class SettingsMail:
    """Mail a reader the link to what she may choose."""

    kind: ClassVar[str] = "newsletter.settings-mail"
    queue: ClassVar[str] = "interactive"

    subscriber_id: int

    @property
    def dedup_key(self) -> str:
        """One request is worked at a time."""
        return f"newsletter-settings-{self.subscriber_id}"


@dataclass(frozen=True, slots=True)
class Digest:
    """Plan a notification for whom something waits: `daily`, `weekly` or `monthly`."""

    kind: ClassVar[str] = "newsletter.digest"
    queue: ClassVar[str] = "bulk"

    pace: str


@dataclass(frozen=True, slots=True)
class DigestCalendar:
    """See whether a digest is due in the garden's zone."""

    kind: ClassVar[str] = "newsletter.digest-calendar"
    queue: ClassVar[str] = "bulk"


@dataclass(frozen=True, slots=True)
class ConfirmTopic:
    """Tell SNS that a topic of ours may bring what it has to say."""

    kind: ClassVar[str] = "newsletter.confirm-topic"
    queue: ClassVar[str] = "bulk"

    topic_id: int

    @property
    def dedup_key(self) -> str:
        """One confirmation of a topic at a time."""
        return f"newsletter-topic-{self.topic_id}"


@dataclass(frozen=True, slots=True)
class Remind:
    """Ask the people of an import who have never confirmed, a few an hour."""

    kind: ClassVar[str] = "newsletter.remind"
    queue: ClassVar[str] = "bulk"

    import_id: int

    @property
    def dedup_key(self) -> str:
        """One job asks the people of one import."""
        return f"newsletter-remind-{self.import_id}"


@dataclass(frozen=True, slots=True)
class AlertMail:
    """Tell the gardener that sending had stopped; when that was noticed, in seconds since 1970."""

    kind: ClassVar[str] = "newsletter.alert-mail"
    queue: ClassVar[str] = "interactive"

    noticed_at: int
    is_quota: bool = False

    @property
    def dedup_key(self) -> str:
        """One alert for each stop: while it waits to be sent, no other is made."""
        return "newsletter-alert-quota" if self.is_quota else "newsletter-alert"


@dataclass(frozen=True, slots=True)
class WeeklyMail:
    """Tell the gardener what the week has brought."""

    kind: ClassVar[str] = "newsletter.weekly-mail"
    queue: ClassVar[str] = "bulk"
