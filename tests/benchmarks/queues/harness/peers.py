"""The peers: what a module offers to be measured, and where each is found.

A peer is a module beside this folder with

    LABEL, BULK, SETTING   words for the table: name, bulk API used, setting of the worker
    IMPORT                 the import statements of a worker process, for the time they take
    TUNING                 a dict of the worker's settings; a JSON object in the environment
                           variable PEERBENCH_TUNING overrides it
    RESET                  SQL that empties the queue
    FUTURE, FINISHED       SQL that puts %(n)s jobs of the future, or finished ones, into the table
                           (FINISHED = None where finished jobs are deleted)
    DRAIN_N                optional {"W3": n, "W4": n}: fewer jobs for one that needs minutes
    FLOOR                  SQL for the newest job's id before the measured ones, or None
    REMAINING              SQL for how many due jobs with id > %(floor)s are not finished
    async setup(uri)       make the tables
    producer(uri)          async context manager of an object with
                               async one(payload)        one job in a transaction of its own
                               async one_and_wake(...)   optional: the same, and wake the worker
                               async many(payloads)      the bulk API
    worker(uri, on_job)    async context manager: a started worker whose handler calls
                           on_job(payload["i"])

A peer written for Node has RUNTIME = "node" and the same words and SQL;
node/NAME.mjs does the rest.
"""

import importlib
import json
import os
import sys
from pathlib import Path
from types import ModuleType

QUEUES = Path(__file__).parents[1]
ROOT = QUEUES.parents[2]

LIMIT = "raw_batch"
REFERENCES = (LIMIT, "raw_single", "async_plain")
OURS = "thistledown"
ON_NODE = ("graphile_worker", "pg_boss")
RIVALS = ("pgqueuer", *ON_NODE, "procrastinate", "chancy", "absurd")
FROM_3_12 = ("oban",)
NEED_PSYCOPG_ALONE = (*REFERENCES, OURS)
ALL = (*REFERENCES, OURS, *RIVALS, *FROM_3_12)


def by_default() -> tuple[str, ...]:
    """Return every peer that runs on this Python."""
    return ALL if sys.version_info >= (3, 12) else tuple(n for n in ALL if n not in FROM_3_12)


def find(name: str) -> ModuleType:
    """Import a peer's module."""
    return importlib.import_module(f"tests.benchmarks.queues.{name}")


def is_on_node(peer: ModuleType) -> bool:
    """Tell whether a peer runs on Node."""
    return getattr(peer, "RUNTIME", "python") == "node"


def tuned(defaults: dict[str, object]) -> dict[str, object]:
    """Return a worker's settings, with what the environment overrides."""
    return {**defaults, **json.loads(os.environ.get("PEERBENCH_TUNING", "{}"))}
