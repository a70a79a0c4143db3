"""What is kept of a reader, for how long, and how it is shown and erased."""
