"""The worker's half: claim, work, write how it ended."""
