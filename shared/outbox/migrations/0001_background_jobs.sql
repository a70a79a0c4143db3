-- background_jobs is a job queue and a transactional outbox at once.
--
-- A row is written in the transaction of the business rows that cause it. Rolled back, the job never
-- existed; committed, a tick takes it. Nothing else is needed: no broker, no relay.
--
-- The life of a job: it is `pending` until its run_at, `running` under a lease while a worker has it,
-- and ends `succeeded`, `dead` (seven attempts failed, or the handler discarded it) or `cancelled`.
-- A failed attempt goes back to `pending` with a later run_at: the row stays the same, so it never
-- leaves the dedup index in between. docs/jobs.md draws the states.
--
-- An attempt is counted when it is claimed, not when it ends, so a job that kills its worker
-- runs out of attempts like any other.
--
-- Whoever finishes a job must hold its current lease_id. A worker that comes back after its lease
-- has expired changes no row.

create table background_jobs (
    id bigint generated always as identity primary key,
    queue text not null default 'bulk' check (queue in ('interactive', 'bulk')),
    kind text not null,
    payload jsonb not null default '{}',
    status text not null default 'pending'
        check (status in ('pending', 'running', 'succeeded', 'dead', 'cancelled')),
    attempts smallint not null default 0 check (attempts >= 0),
    -- clock_timestamp, since now() is as old as the transaction
    run_at timestamptz not null default clock_timestamp(),
    dedup_key text,
    -- asked for again while it was running: it runs once more after it ends
    rerun_requested boolean not null default false,
    lease_id uuid,
    leased_until timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    finished_at timestamptz,
    constraint a_lease_while_running
        check ((status = 'running') = (lease_id is not null and leased_until is not null)),
    constraint finished_only_at_the_end
        check (finished_at is null or status in ('succeeded', 'dead', 'cancelled')),
    -- 'infinity' and the year 10000 are times that Python cannot read
    constraint run_at_within_reach check (run_at < '9999-01-01 00:00+00')
) with (
    -- room for the updates of a short life, and a vacuum that keeps up with them
    fillfactor = 85,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_cost_limit = 2000
);

-- One live job for each key. A terminal state frees the key. Wherever this predicate is inferred it is
-- written as a literal: a bound parameter works until the plan becomes generic, then fails.
create unique index background_jobs_dedup on background_jobs (dedup_key)
    where status in ('pending', 'running');

-- The claim walks this in order and stops at the first job of the future.
create index background_jobs_due on background_jobs (queue, run_at, id) where status = 'pending';

create index background_jobs_leases on background_jobs (leased_until) where status = 'running';

create index background_jobs_dead on background_jobs (finished_at, id) where status = 'dead';

-- What happened to every attempt that ended. `error` holds a class name and a text that its author
-- declared fit to be shown: no secret and no address.
create table job_attempts (
    id bigint generated always as identity primary key,
    job_id bigint not null references background_jobs on delete cascade,
    attempt smallint not null,
    outcome text not null check (outcome in ('succeeded', 'failed', 'expired', 'discarded')),
    started_at timestamptz,
    finished_at timestamptz not null default clock_timestamp(),
    error text check (length(error) <= 1000)
) with (autovacuum_vacuum_scale_factor = 0.02);

create index job_attempts_job on job_attempts (job_id, id);

-- A queue that a handler put to rest, as when a provider said that it is too much for now.
create table queue_pauses (
    queue text primary key check (queue in ('interactive', 'bulk')),
    paused_until timestamptz not null
);
