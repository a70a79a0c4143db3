"""From notes to pages: gaps are filled, templates rendered, and only what changed is printed."""
