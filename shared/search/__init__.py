"""Find notes in the files of an index: no generator, no database, no web server."""
