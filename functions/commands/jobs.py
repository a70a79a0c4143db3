"""`thistledown jobs`: look into the queue, and do what a human does with a dead letter."""

import click

from functions.commands.job_acts import cancel, retry, run
from functions.commands.job_list import list_jobs
from functions.commands.job_show import show_job

COMMANDS = [list_jobs, show_job, run, retry, cancel]


@click.group(short_help="Look at jobs; run, retry or cancel one.")
def jobs() -> None:
    """Look at jobs; run, retry or cancel one."""


for command in COMMANDS:
    jobs.add_command(command)
