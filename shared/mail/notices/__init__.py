"""What comes back about a mail, returned or told of by a provider; read without a database."""
