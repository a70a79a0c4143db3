"""Faults are done to a whole Thistledown: its database, its site, its mail server, its workers."""

from tests.support.garden_fixtures import garden, site

__all__ = ["garden", "site"]
