-- The trail also keeps what people did to the gates: pauses, resumes and limits have no job.

alter table job_actions
    alter column job_id drop not null,
    -- queue:NAME, kind:NAME, breaker:NAME or everything
    add column gate text check (gate <> ''),
    drop constraint job_actions_action_check,
    add constraint job_actions_action_check
        check (action in ('retried', 'released', 'edited', 'dropped', 'cancelled', 'hurried', 'noted',
                          'paused', 'resumed', 'limited')),
    add constraint job_or_gate check ((job_id is null) <> (gate is null));
