"""What git knows of the notes: when each was planted and tended, and how it grew."""
