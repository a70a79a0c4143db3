"""What the garden's own site shows: fetched, and compared with what a letter says."""
