"""A tree written as ink, once: HTML with gaps for what only the whole garden knows."""
