"""Mails that come back: how they are known as ours, by which ways, and what follows."""
