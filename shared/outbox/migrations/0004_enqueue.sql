-- What is remembered about jobs beyond their life, and how other languages enqueue.

-- A key that is taken for a while, or for ever, whatever became of its job. The job may have been
-- pruned since, so this is no foreign key.
create table job_windows (
    dedup_key text primary key,
    job_id bigint,
    until timestamptz not null
);

create index job_windows_until on job_windows (until) where until < 'infinity';

-- One row for each fan-out, written by the statement that wrote its jobs: who asks again with the
-- same key gets these numbers, and no jobs.
create table job_fan_outs (
    id bigint generated always as identity primary key,
    key text not null,
    kind text not null,
    -- rows of the select, and how many of them became jobs; the others had a live job already
    chosen bigint not null,
    inserted bigint not null,
    skipped bigint not null generated always as (chosen - inserted) stored,
    at timestamptz not null default clock_timestamp(),
    constraint one_fan_out_for_each_key unique (key)
);

-- Enqueue from any language, in the transaction of whoever calls it. Returns the id of the new job,
-- or of the live one that has the key; with `once_in` that of the job whose window is open.
create function enqueue_job(
    kind text,
    payload jsonb default '{}',
    dedup_key text default null,
    run_at timestamptz default null,
    queue text default 'bulk',
    once_in interval default null
) returns bigint language plpgsql as $$
#variable_conflict use_column
declare
    refused text;
    made bigint;
begin
    if jsonb_typeof(enqueue_job.payload) is distinct from 'object' then
        raise exception 'payload must be a JSON object' using errcode = 'check_violation';
    end if;
    if jsonb_path_exists(enqueue_job.payload, 'strict $.**{21 to last}') then
        raise exception 'payload is nested too deep, more than 20 levels'
            using errcode = 'check_violation',
                  hint = 'Store the data in a table of its own and put its id here.';
    end if;
    select found.key #>> '{}' into refused
      from jsonb_path_query(enqueue_job.payload,
                            'strict $.** ? (@.type() == "object").keyvalue().key') as found (key)
     where found.key #>> '{}'
        ~* ('token|secret|passw|pwd|api_?key|private_?key|credential|authori[sz]ation'
                    '|bearer|cookie|e?mail$|address')
     limit 1;
    if refused is not null then
        raise exception 'the key % in the payload looks like a secret or an address', refused
            using errcode = 'check_violation',
                  hint = 'The table is read by people: store an id, and fetch the value in the handler.';
    end if;
    if octet_length(enqueue_job.payload::text) > 65536 then
        raise exception 'payload has % bytes, more than 65536', octet_length(enqueue_job.payload::text)
            using errcode = 'check_violation',
                  hint = 'Store the data in a table of its own and put its id here.';
    end if;
    if octet_length(enqueue_job.dedup_key) not between 1 and 500 then
        raise exception 'dedup_key has % bytes; it needs 1 to 500', octet_length(enqueue_job.dedup_key)
            using errcode = 'check_violation';
    end if;
    -- Counted in hours, whatever the clocks of the session do; a thousand years are for always.
    if enqueue_job.once_in is not null then
        if enqueue_job.dedup_key is null or enqueue_job.once_in <= interval '0' then
            raise exception 'once_in needs a dedup_key, and must be longer than nothing'
                using errcode = 'check_violation';
        end if;
        insert into job_windows as known (dedup_key, until)
        values (enqueue_job.dedup_key,
                case when extract(epoch from enqueue_job.once_in) > 365000 * 86400::bigint
                     then 'infinity'
                     else clock_timestamp()
                          + make_interval(secs => extract(epoch from enqueue_job.once_in)::float8)
                end)
        on conflict (dedup_key) do update
           set until = case when known.until > clock_timestamp() then known.until
                            else excluded.until end,
               job_id = case when known.until > clock_timestamp() then known.job_id end
        returning known.job_id into made;
        if made is not null then
            return made;
        end if;
    end if;
    insert into background_jobs as job (queue, kind, payload, dedup_key, run_at)
    values (enqueue_job.queue, enqueue_job.kind, enqueue_job.payload, enqueue_job.dedup_key,
            coalesce(enqueue_job.run_at, clock_timestamp()))
    on conflict (dedup_key) where status in ('pending', 'running') do update
       set rerun_requested = job.rerun_requested
    returning id into made;
    if enqueue_job.once_in is not null then
        update job_windows set job_id = made where dedup_key = enqueue_job.dedup_key;
    end if;
    return made;
end
$$;
