"""pg-boss, on Node."""

from tests.benchmarks.queues.harness.peers import tuned

RUNTIME = "node"
LABEL = "pg-boss (Node)"
BULK = "insert"
IMPORT = "await import('pg-boss')"
TUNING = tuned({"batchSize": 1000, "localConcurrency": 2, "chunk": 5000})
SETTING = (
    f"batchSize={TUNING['batchSize']}, localConcurrency={TUNING['localConcurrency']},"
    " burstWhenBatchFull, notify"
)

RESET = "TRUNCATE pgboss.job"
SEED = """
INSERT INTO pgboss.job (name, data, state, start_after{more})
SELECT 'bench', '{{"i": 0, "to": "reader@example.org"}}', '{state}', now() + {due}{values}
FROM generate_series(1, %(n)s) AS i
"""
FUTURE = SEED.format(
    state="created", due="interval '1 day' + i * interval '1 second'", more="", values=""
)
FINISHED = SEED.format(
    state="completed",
    due="interval '-1 second'",
    more=", started_on, completed_on",
    values=", now(), now()",
)
FLOOR = None
REMAINING = (
    "SELECT count(*) FROM pgboss.job WHERE name = 'bench'"
    " AND state < 'completed' AND start_after <= now()"
)
