"""One file for each kind of job: what a tick calls."""
