"""One file for each HTTP route: parse, one transaction, enqueue, answer."""
