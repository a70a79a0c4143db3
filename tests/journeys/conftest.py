"""Journeys use a whole Thistledown, and a site whose pages they can change."""

from tests.support.garden_fixtures import garden, site
from tests.support.one_database import database, shared_database

__all__ = ["database", "garden", "shared_database", "site"]
