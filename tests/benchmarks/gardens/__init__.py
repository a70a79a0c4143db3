"""Measure `thistledown build` beside the least that does the same, Hugo, and MkDocs-Material."""
