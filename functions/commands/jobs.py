"""`thistledown jobs`: look into the queue, and do what a human does with a dead letter."""

import click

from functions.commands.job_acts import cancel, retry, run
from functions.commands.job_dead import dead
from functions.commands.job_drop import drop
from functions.commands.job_edit import edit
from functions.commands.job_gates import limit, pause, resume
from functions.commands.job_list import list_jobs
from functions.commands.job_metrics import metrics
from functions.commands.job_note import note
from functions.commands.job_prune import prune
from functions.commands.job_queues import queues
from functions.commands.job_release import release
from functions.commands.job_show import show_job

COMMANDS = [
    *(list_jobs, show_job, dead, run, retry, release, edit, note, cancel, drop),
    *(queues, pause, resume, limit, prune),
    metrics,
]


@click.group(short_help="Look at jobs; run, retry, correct, cancel or pause them.")
def jobs() -> None:
    """Look at jobs; run, retry, correct, cancel or pause them."""


for command in COMMANDS:
    jobs.add_command(command)
