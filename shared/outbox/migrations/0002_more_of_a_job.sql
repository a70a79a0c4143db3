-- What a job can do since 0.2.0: lie in a queue of any name, be held, stop while it runs, and say
-- what came of it.

-- '-infinity' and what was before Christ are times that Python cannot read.
update background_jobs set run_at = '2000-01-01 00:00+00' where run_at < '0001-01-03 00:00+00';

alter table background_jobs
    drop constraint background_jobs_queue_check,
    add constraint run_at_not_before_reach check (run_at >= '0001-01-03 00:00+00'),
    add constraint times_within_reach check (
        created_at >= '0001-01-03 00:00+00' and created_at < '9999-01-01 00:00+00'
        and started_at >= '0001-01-03 00:00+00' and started_at < '9999-01-01 00:00+00'
        and finished_at >= '0001-01-03 00:00+00' and finished_at < '9999-01-01 00:00+00'
        and leased_until >= '0001-01-03 00:00+00' and leased_until < '9999-01-01 00:00+00'),
    add constraint background_jobs_queue_check check (queue <> ''),
    add constraint background_jobs_kind_check check (kind <> ''),
    -- somebody wants it to stop: its worker cancels it at the next look, about every few seconds
    add column cancel_requested boolean not null default false,
    -- out of the claim's way: its kind is paused (`kind:NAME`) or a breaker is open (`breaker:NAME`).
    -- Written by the claim that meets it, taken off when the obstacle is gone; run_at stays as it was.
    add column held_by text,
    -- what the handler returned, if it returned anything
    add column result jsonb;

-- What is held would stand at the front of every claim.
drop index background_jobs_due;

create index background_jobs_due on background_jobs (queue, run_at, id)
    where status = 'pending' and held_by is null;

create index background_jobs_held on background_jobs (held_by, run_at, id)
    where status = 'pending' and held_by is not null;

-- A success that was the last of its job needs no row of history any more: the job's own tells it.
alter table job_attempts
    drop constraint job_attempts_outcome_check,
    add constraint job_attempts_outcome_check
        check (outcome in ('succeeded', 'failed', 'expired', 'discarded', 'cancelled')),
    -- the same for failures of one cause: what dead letters are grouped by
    add column fingerprint text;

