-- Readers who moved in from another service: each file that was imported, and what it did to whom, so
-- that it can be taken back.

create table imports (
    id bigint generated always as identity primary key,
    file text not null,                  -- its name, without the folder
    format text not null,
    consent text,                        -- what the gardener stated of everybody in it
    only_no boolean not null default false,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    undone_at timestamptz
);

-- One row for each person whom a step of an import has changed. `was` is null for who was not there.
create table import_changes (
    id bigint generated always as identity primary key,
    import_id bigint not null references imports,
    subscriber_id bigint not null references subscribers on delete cascade,
    line text not null,
    was text,
    was_confirmed_at timestamptz,
    was_unsubscribed_at timestamptz,
    became text not null,
    suppressed boolean not null default false,
    changed_at timestamptz not null default clock_timestamp(),
    undone_at timestamptz
);

create index import_changes_import on import_changes (import_id, id);
create index import_changes_subscriber on import_changes (subscriber_id);

-- What an import has put there, and may take away again. Null is all that came by itself.
alter table consent_events add column import_id bigint references imports;
alter table suppressions add column import_id bigint references imports;

create index suppressions_import on suppressions (import_id) where import_id is not null;

-- What somebody got, and whether a row may go: both ask by the reader.
create index if not exists deliveries_subscriber on deliveries (subscriber_id);
