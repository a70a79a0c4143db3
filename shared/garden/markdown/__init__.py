"""Markdown to a tree of our own, and what the tree tells before anything is written."""
