"""Environments that settings are read from: one of production, one of development."""

from typing import Any

from shared.settings import Settings

WHOLE = {
    "DATABASE_URL": "postgresql://db.example/garden?sslmode=verify-full",
    "SITE_URL": "https://garden.example/",
    "MAIL_URL": "smtps://user:secret@relay.example",
    "MAIL_FROM": "The gardener <letters@garden.example>",
    "POSTAL_ADDRESS": "1 Garden Path",
    "SECRET_KEY": "newest-key-of-at-least-32-characters, older-key-of-at-least-32-characters-too",
}


def developed(**environ: str) -> Settings:
    made: dict[str, Any] = {
        "database_url": "postgresql:///embedded",
        "url": "http://127.0.0.1:8000",
        "mail_url": "maildir:///inbox",
        "secret_key": "made-key-of-at-least-32-characters",
        "announce_token": "made-token-of-at-least-32-characters",
    }
    return Settings.for_development(environ, **made)
