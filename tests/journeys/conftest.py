"""Journeys use a whole Thistledown, and a site whose pages they can change."""

from tests.support.garden_fixtures import garden, site

__all__ = ["garden", "site"]
