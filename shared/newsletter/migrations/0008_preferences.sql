-- What readers choose, and what a note's readers are told of it: at most once to each, ever.

alter table subscribers
    add column pace text not null default 'each' check (pace in ('each', 'weekly', 'monthly')),
    add column topics text[] not null default '{}',         -- tags of the garden; empty is all
    add column notes_language text not null default 'both'
        check (notes_language in ('en', 'zh', 'both')),
    add column paused_until timestamptz,
    add column chosen_at timestamptz,                       -- since when these choices hold
    add column settings_asked_at timestamptz[] not null default '{}',  -- the last three, newest first
    add column settings_mailed_at timestamptz,
    add column settings_token_hash bytea unique,            -- SHA-256; the token is in the mail alone
    add column settings_token_expires_at timestamptz;

alter table notes
    add column language text not null default '',
    add column changed text not null default '';            -- the author's own words

-- What happened to a note that may be told. Once, ever; a note is rewritten once for each wording.
create table note_events (
    id bigint generated always as identity primary key,
    note_id text not null references notes on update cascade on delete cascade,
    kind text not null check (kind in ('grown', 'moved', 'rewritten', 'planted')),
    words text not null default '',
    happened_at timestamptz not null default clock_timestamp(),
    unique (note_id, kind, words)
);

create index note_events_happened on note_events (happened_at);

-- `evergreen` is told at once, the others by the calendar.
alter table notifications
    add column kind text not null default 'evergreen' check (kind ~ '^[a-z][a-z-]*$');

-- Which delivery told which reader of what. A second telling has no row to be written into. A position
-- says where in the letter it stands; without one it is behind the letter's "all changes".
create table told_notes (
    event_id bigint not null references note_events on delete cascade,
    subscriber_id bigint not null references subscribers on delete cascade,
    delivery_id bigint not null references deliveries on delete cascade,
    position smallint,
    primary key (event_id, subscriber_id)
);

create index told_notes_delivery on told_notes (delivery_id);

-- What was waiting for a reader when the choices were changed. All else counts from the change on.
create table owed_notes (
    subscriber_id bigint not null references subscribers on delete cascade,
    event_id bigint not null references note_events on delete cascade,
    primary key (subscriber_id, event_id)
);

-- Whether a note is one that a reader wants to hear of.
create function note_is_wanted(topics text[], notes_language text, tags text[], language text)
returns boolean language sql immutable as $$
    select (topics = '{}' or topics && tags)
       and (notes_language = 'both' or language = ''
            or split_part(lower(language), '-', 1) = notes_language)
$$;
