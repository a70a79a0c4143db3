"""From the garden's manifest to a notification: what is told, once, ever."""
