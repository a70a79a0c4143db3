"""The statement that claims, the same where nothing is in the way, and that for one named job."""

from typing import LiteralString

# The time is read once, in a subselect: bare, clock_timestamp() is volatile, which keeps the index
# from being used and reads every job of the future.
CLOCK: LiteralString = """
    with clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    )
"""

# The queues are walked one after the other and no further than the limit, so an urgent job comes
# first and no row is locked for nothing. A suspect is a job whose worker has vanished before: the
# job may be the reason.
WALK: LiteralString = """
         cross join lateral (
               select ctid, id, kind,
                      attempts > 0 and exists (
                          select from job_attempts
                           where job_id = background_jobs.id and outcome = 'expired') as is_suspect
                 from background_jobs
                where status = 'pending'
                  and background_jobs.held_by is null
                  and queue = open_queues.queue
                  and run_at <= (select now from clock)
                order by run_at, id
                limit %(limit)s
                  for update skip locked) as job
         limit %(limit)s
"""

# What is to be updated comes as an array: a planner may run a LIMIT subquery that it joins more
# than once, and update more rows than asked for.
LEASE: LiteralString = """
        update background_jobs job
           set status = 'running',
               attempts = attempts + 1,
               rerun_requested = false,
               lease_id = %(lease_id)s,
               started_at = clock.now,
               leased_until = clock.now + %(lease)s
          from clock
"""

# Those before the first suspect, or one suspect alone: should it take its worker along, it takes as
# few others along as can be. What is due comes in order, and is counted as it comes.
TAKEN: LiteralString = """
         where job.ctid = any(array(
               select ctid
                 from (select ctid, row_number() over () as place,
                              count(*) filter (where is_suspect)
                                  over (rows unbounded preceding) as suspects
                         from due
"""

UP_TO_A_SUSPECT: LiteralString = """
                      ) as counted
                where (suspects = 0 or place = 1) and place <= %(allowed)s))
"""

# In whatever order they are updated, their place in the queue comes first. Times come as numbers,
# which cost a tenth to read. The payload comes as text: one that Python cannot read must fail its
# own job and no other.
RETURNING: LiteralString = """
        returning array_position(%(queues)s::text[], queue), date_part('epoch', run_at), job.id,
                  kind, queue, payload::text, attempts, date_part('epoch', leased_until),
                  (select bool_or(is_suspect) from due)
"""

OPEN: LiteralString = """
    , open_queues as materialized (
        select queue
          from unnest(%(queues)s::text[]) with ordinality as asked (queue, turn)
         where not exists (
               select from job_queues
                where job_queues.queue = asked.queue and paused_until > (select now from clock))
           and not exists (select from job_origin where paused_since is not null)
         order by turn
    ), obstacles as materialized (
        select kind, 'kind:' || kind as held_by, null::bigint as probe_job
          from job_kinds
         where paused_until > (select now from clock)
         union all
        select unnest(kinds), 'breaker:' || breaker, probe_job
          from job_breakers
         where status in ('open', 'probing')
    ), due as materialized (
        select job.ctid, is_suspect,
               (select min(held_by)
                  from obstacles
                 where obstacles.kind = job.kind
                   and probe_job is distinct from job.id) as held_by
          from open_queues
"""

HOLD: LiteralString = """
    ), held as (
        update background_jobs job
           set held_by = due.held_by
          from due
         where job.ctid = due.ctid and due.held_by is not null
        returning job.id
    ), claimed as (
"""

FREE: LiteralString = """
                        where held_by is null
"""

FOUND: LiteralString = """
    )
    select * from claimed
     union all
    select null, null, id, null, null, null, null, null, null from held
     union all
    select null, null, null, null, null, null, null, null, null
     where exists (select from obstacles)
        or (select count(*) from open_queues) < cardinality(%(queues)s::text[])
"""

DUE: LiteralString = """
    , due as materialized (
        select job.ctid, is_suspect from unnest(%(queues)s::text[]) as open_queues (queue)
"""

# A job whose kind is held back is marked instead of leased: it would stand at the front of every
# later claim. A last row without an id says that something is in the way.
CLAIM: LiteralString = (
    CLOCK + OPEN + WALK + HOLD + LEASE + TAKEN + FREE + UP_TO_A_SUSPECT + RETURNING + FOUND
)

# The same where nothing is in the way. It is planned each time, for there are no prepared
# statements behind a pooler, and what it leaves out took half of that.
CLAIM_CLEAR: LiteralString = CLOCK + DUE + WALK + ")" + LEASE + TAKEN + UP_TO_A_SUSPECT + RETURNING

# One job that a notification has named, if it is new and due and nobody has it. It is prepared, on
# the connection that listens: that one is no pooler's, or nothing would be heard on it. Its plan is
# kept, maybe from when the table was empty, so it must be good for a full one: by the id alone, and
# the index of what is due does not fit the status.
PREPARE_NAMED: LiteralString = """
    set enable_seqscan = off;
    prepare claim_named (bigint, uuid, interval, text[]) as
    update background_jobs
       set status = 'running',
           attempts = 1,
           rerun_requested = false,
           lease_id = $2,
           started_at = clock_timestamp(),
           leased_until = clock_timestamp() + $3
     where ctid = (
           select ctid
             from background_jobs
            where id = $1
              and status || '' = 'pending'
              and held_by is null
              and attempts = 0
              and run_at <= clock_timestamp()
              and queue = any($4)
              for update skip locked)
    returning kind, queue, payload::text, date_part('epoch', leased_until)
"""
CLAIM_NAMED: LiteralString = "execute claim_named(%(id)s, %(lease_id)s, %(lease)s, %(queues)s)"
