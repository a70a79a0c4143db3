"""Who reads, what was announced, and what became of every delivery: one table, one module."""
