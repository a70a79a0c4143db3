-- Jobs that are due by the calendar.
--
-- A slot is the moment at which a schedule is due. Its row is written together with its job, so
-- however many processes look, and however wrong their clocks are, there is one job for each slot.

create table job_schedules (
    schedule text not null check (schedule <> ''),
    -- when it is due, as the program says it; two versions of a program may know two rules at once
    rule text not null,
    -- slots of before are nobody's
    since timestamptz not null,
    seen_at timestamptz not null,
    primary key (schedule, rule)
);

create table job_slots (
    schedule text not null,
    slot timestamptz not null,
    -- no foreign key: the job may have been pruned since
    job_id bigint,
    created_at timestamptz not null default clock_timestamp(),
    primary key (schedule, slot)
);
