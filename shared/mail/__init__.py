"""Mail: addresses, letters from templates, and a send that never retries by itself."""
