"""Gardens whose pages another generator makes: where they lie, and what it keeps to itself."""
