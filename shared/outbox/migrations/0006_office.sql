-- What people did to jobs: who, when, what, and what it was before. Written in the transaction that
-- does it, so that there is no act without its line and no line without its act.
--
-- It outlives its job: who dropped what can be answered when the job has long been pruned.

create table job_actions (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    by text not null check (length(by) between 1 and 100),
    action text not null
        check (action in ('retried', 'released', 'edited', 'dropped', 'cancelled', 'hurried', 'noted')),
    job_id bigint not null,
    detail jsonb not null default '{}'
);

create index job_actions_job on job_actions (job_id, id);
