"""The lease as a condition that a handler can put into a statement of its own."""

from datetime import timedelta
from typing import LiteralString

from shared.outbox.job import current

# True while the calling attempt's lease is live and has at least %(lease_needs)s left. Only a job
# that runs has a lease. Asked so, it is found by its id and not among all leases.
HOLDS_LEASE: LiteralString = """
    exists (select from background_jobs
             where id = %(leased_job)s
               and lease_id = %(lease)s
               and leased_until - %(lease_needs)s > clock_timestamp())
"""


def lease_parameters(needs: timedelta) -> dict[str, object]:
    """Return the parameters of HOLDS_LEASE for the calling attempt."""
    running = current()
    return {"leased_job": running.id, "lease": running.lease_id, "lease_needs": needs}
