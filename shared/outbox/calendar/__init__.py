"""Jobs by the calendar, one for each slot."""
