// Shows a note beside the link to it.
