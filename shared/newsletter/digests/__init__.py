"""What readers are told of notes: what happened, what waits for whom, what is due when."""
