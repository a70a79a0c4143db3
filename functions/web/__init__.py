"""What routes and the edge share: forms, pages in the reader's language, refusals."""
