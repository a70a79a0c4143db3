"""What a command's exit code means; `thistledown --help` and docs/commands.md say it too."""

DONE = 0
REFUSED = 1  # a note has an error, a job cannot be retried, somebody said no
USAGE = 2  # the command or a setting is wrong (click's own code)
CONFIRM = 3  # many notes at once: look at the list and say --yes
UNREACHABLE = 4  # the database or the functions do not answer
