"""What the functions share: transactions, the outbox, mail, the newsletter and the garden."""
