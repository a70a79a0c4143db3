"""The dead-letter office: what a human does with jobs that nobody tries any more."""
