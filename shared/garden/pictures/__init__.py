"""Pictures: those that notes show, made small and clean, the garden's own, and cards of pages."""
