"""graphile-worker, on Node: finished jobs are deleted."""

from tests.benchmarks.queues.harness.peers import tuned

RUNTIME = "node"
LABEL = "graphile-worker (Node)"
BULK = "addJobs"
IMPORT = "await import('graphile-worker'); await import('pg')"
TUNING = tuned({"concurrentJobs": 24, "localQueue": 1000, "chunk": 5000})
SETTING = (
    f"concurrentJobs={TUNING['concurrentJobs']}, localQueue={TUNING['localQueue']},"
    " batched completion"
)

RESET = "TRUNCATE graphile_worker._private_jobs RESTART IDENTITY"
FUTURE = """
INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at)
SELECT t.id, '{"i": 0, "to": "reader@example.org"}',
       now() + interval '1 day' + i * interval '1 second'
FROM generate_series(1, %(n)s) AS i,
     (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'noop') AS t
"""
FINISHED = None  # finished jobs are deleted
FLOOR = "SELECT coalesce(max(id), 0) FROM graphile_worker._private_jobs"
REMAINING = "SELECT count(*) FROM graphile_worker._private_jobs WHERE id > %(floor)s"
