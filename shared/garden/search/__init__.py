"""Make the index by which readers find notes, cut into small files."""
