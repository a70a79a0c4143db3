"""The data folder of a gardener's own machine: keys, mail, database, built garden, and who runs."""

import fcntl
import json
import os
import secrets
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shared.settings import Settings

CHECKOUT = Path(__file__).resolve().parents[2]
DEFAULT_URL = "http://127.0.0.1:8000"


class InUse(RuntimeError):
    """A development server runs on this data folder already."""


@dataclass(frozen=True, slots=True)
class Home:
    """A data folder. Everything in it is private to its user."""

    path: Path

    @property
    def postgres(self) -> Path:
        """The embedded PostgreSQL."""
        return self.path / "postgres"

    @property
    def mail(self) -> Path:
        """A Maildir with every mail caught."""
        return self.path / "mail"

    @property
    def dist(self) -> Path:
        """The built garden."""
        return self.path / "dist"

    @property
    def cache(self) -> Path:
        """What the development server found out when it built the garden last."""
        return self.path / "cache" / "dev"

    @property
    def build_cache(self) -> Path:
        """The same of `thistledown build`, which builds for other addresses."""
        return self.path / "cache" / "build"

    @property
    def pictures(self) -> Path:
        """What was made of pictures, and the cards of pages, for every build."""
        return self.path / "cache"

    @property
    def log(self) -> Path:
        """What the functions and the jobs log."""
        return self.path / "thistledown.log"

    def prepare(self) -> None:
        """Make the folder."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def alone(self) -> Generator[None]:
        """Be the one development server of this folder.

        Raises:
            InUse: saying where the other one listens.

        """
        descriptor = os.open(self.path / "dev.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise InUse(
                f"`thistledown dev` runs on {self.path} already, at {self.url()}. Stop it there "
                "with Ctrl-C, or choose another folder with --data."
            ) from None
        finally:
            os.close(descriptor)

    def secret(self, name: str) -> str:
        """Return the contents of a secret file, made at the first call and readable by its user."""
        path = self.path / name
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text("utf-8").strip()
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            made = secrets.token_urlsafe(32)
            file.write(f"{made}\n")
        return made

    def remember(self, url: str, site: Path) -> None:
        """Write down what is served and where, for the commands beside the development server."""
        (self.path / "dev.json").write_text(self.noted(url, site), "utf-8")

    def noted(self, url: str, site: Path) -> str:
        """Return what is written down."""
        folder = self.path.resolve()
        # A checkout that is moved as a whole keeps its garden.
        if folder.is_relative_to(CHECKOUT) and site.resolve().is_relative_to(CHECKOUT):
            site = Path(os.path.relpath(site.resolve(), folder))
        return json.dumps({"url": url, "site": str(site)})

    def url(self) -> str:
        """Return where the development server listens, or last listened."""
        return self.remembered().get("url", DEFAULT_URL)

    def site(self) -> Path | None:
        """Return the garden that the development server serves, or last served."""
        site = self.remembered().get("site")
        return Path(os.path.normpath(self.path.absolute() / site)) if site else None

    def remembered(self) -> dict[str, str]:
        """Return what was written down, nothing before the first start."""
        try:
            return dict(json.loads((self.path / "dev.json").read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return {}

    def settings(
        self, environ: Mapping[str, str] | None = None, *, database_url: str, url: str | None = None
    ) -> Settings:
        """Return the settings of a garden that is developed here."""
        return Settings.for_development(
            environ,
            database_url=database_url,
            url=url or self.url(),
            mail_url=f"maildir://{self.mail.absolute()}",
            secret_key=self.secret("secret_key"),
            announce_token=self.secret("announce_token"),
        )
