"""What holds jobs back: pauses, limits, breakers, a database restored from a backup."""
