-- What holds jobs back: a queue at rest or with limits, a paused kind, an open breaker, or all of it.
--
-- A queue or a kind without a row here has no limit and is not paused.

create table job_queues (
    queue text primary key check (queue <> ''),
    paused_until timestamptz,
    paused_because text,
    -- how many of its jobs may run at once, over all workers
    max_running integer check (max_running > 0),
    -- a token bucket, over all workers: `rate` jobs a second on average, at most `burst` at once
    rate double precision check (rate > 0),
    -- at least one a year: what is reckoned from less is a time that nobody can write
    constraint rate_within_reach check (rate between 1.0 / 31536000 and 1000000),
    burst integer check (burst > 0),
    tokens double precision,
    refilled_at timestamptz,
    constraint rate_and_burst_together check ((rate is null) = (burst is null)),
    -- for good is the last day of 9999: 'infinity' is a time that Python cannot read
    constraint paused_until_within_reach
        check (paused_until between '0001-01-03 00:00+00' and '9999-12-31 00:00+00')
);

-- A queue that rests goes on resting.
insert into job_queues (queue, paused_until)
select queue, least(greatest(paused_until, '0001-01-03 00:00+00'), '9999-12-31 00:00+00')
  from queue_pauses;

drop table queue_pauses;

create table job_kinds (
    kind text primary key check (kind <> ''),
    paused_until timestamptz,
    paused_because text,
    constraint paused_until_within_reach
        check (paused_until between '0001-01-03 00:00+00' and '9999-12-31 00:00+00')
);

-- One for each thing that can be out for everybody, such as a mail server. It opens after a few
-- failures in a row, lets a single job through now and then, and closes when that succeeds.
create table job_breakers (
    breaker text primary key check (breaker <> ''),
    -- the kinds that it holds back while it is open
    kinds text[] not null default '{}',
    status text not null default 'closed' check (status in ('closed', 'open', 'probing')),
    -- outages in a row, over all workers
    failures integer not null default 0,
    -- how often it opened, or stayed open after a probe, since it last worked for certain
    trips integer not null default 0,
    opened_at timestamptz,
    -- open: no probe before; probing: the probe counts as lost after
    open_until timestamptz,
    probe_job bigint,
    last_error text,
    constraint open_until_within_reach
        check (open_until between '0001-01-03 00:00+00' and '9999-12-31 00:00+00')
);

-- One row: which database this is, and when a worker last looked. Data that is old and lies in
-- another database than before was restored from a backup, and must not send again what was sent
-- since. What cannot be learnt (a server may forbid it) is null and never counts as different.
-- paused_since, whoever set it, stops every claim.
create table job_origin (
    is_only boolean primary key default true check (is_only),
    system_identifier text,
    timeline integer,
    database_oid oid not null,
    -- of this very table: a restore over the old database makes it anew
    table_oid oid not null,
    last_tick_at timestamptz not null,
    paused_since timestamptz,
    paused_because text
);
