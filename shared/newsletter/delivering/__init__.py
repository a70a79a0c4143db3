"""Every delivery and its fate: how fast mail goes, when it stops, who is told of it."""
