"""How notes hang together: addresses, links, tags, folders, and what grew out of what."""
