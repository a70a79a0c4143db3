// Answers the forms in place.
