"""What keeps letters from arriving: the records of a domain, the addresses in them, the server."""
