"""Pictures: those that notes show, made small and clean, and the cards that stand for pages."""
