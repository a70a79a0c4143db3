"""The ways into the table: one job, many, a fan-out, a key taken for a while."""
