"""Folders of other generators, and a whole Thistledown that writes of them."""

from tests.support.garden_fixtures import garden, site

__all__ = ["garden", "site"]
