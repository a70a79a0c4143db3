"""The graph of a garden: who links to whom, drawn as a garden seen from above."""
