"""Who reads: the way in by the form, what a reader chooses, and the ways out."""
