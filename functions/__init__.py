"""Entry points: what comes in by HTTP, by tick or by the command line. Thin, and without SQL."""

__version__ = "0.2.0"
