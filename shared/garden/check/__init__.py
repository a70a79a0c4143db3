"""What is wrong with a garden, beyond what keeps it from being built."""
