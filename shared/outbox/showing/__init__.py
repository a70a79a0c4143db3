"""What the table shows: jobs and their history, counts, results, metrics."""
