-- The newsletter: readers, what the garden looked like at its last announcement, and a ledger with one
-- row for each notification and reader.
--
-- A notification is one announcement of one or more notes. It is `planned`, held for a while in which
-- it can be cancelled, and `announced` when a job has written, in one transaction, a delivery for every
-- confirmed reader and a send job for every delivery. From then on the deliveries tell what happened:
-- candidates = sent + skipped + failed + pending (with sending), at any moment.

-- The one garden that this database serves. A tick or a migration that believes to be somewhere else
-- refuses to run, so that a copy of the database cannot write to the readers of the original.
create table garden (
    only_one boolean primary key default true check (only_one),
    site_url text not null,
    environment text not null check (environment in ('production', 'development')),
    title text,
    language text,
    baseline_at timestamptz
);

create table subscribers (
    id bigint generated always as identity primary key,
    email text not null unique,          -- who: the canonical form
    address text not null,               -- where to: the local part as it was typed
    mailbox text not null,               -- whose inbox: +tags and dots folded, for the caps only
    language text not null default 'en',
    status text not null default 'pending'
        check (status in ('pending', 'confirmed', 'unsubscribed')),
    -- A confirmation is open from the request until its mail was sent; see confirmations.py.
    confirmation_requested_at timestamptz,
    confirmation_mailed_at timestamptz,
    confirm_token_hash bytea unique,     -- SHA-256; the token itself is in the mail alone
    confirm_token_expires_at timestamptz,
    confirm_token_used_at timestamptz,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
);

create index subscribers_confirmed on subscribers (id) where status = 'confirmed';

-- What the caps count: confirmations opened for one mailbox, whatever the spelling; and in an hour the
-- confirmations opened for everybody, and the requests of one network.
create table mailboxes (
    mailbox text primary key,
    opened_in_day smallint not null,
    last_opened_at timestamptz not null
);

create index mailboxes_last_opened on mailboxes (last_opened_at);

create table counted_in_hour (
    scope text not null,                 -- everybody, or network 203.0.113.0/24
    hour timestamptz not null,
    counted integer not null,
    primary key (scope, hour)
);

-- What a reader agreed to and took back, as it happened. Never updated.
create table consent_events (
    id bigint generated always as identity primary key,
    subscriber_id bigint not null references subscribers on delete cascade,
    kind text not null check (
        kind in ('requested', 'confirmed', 'unsubscribed', 'suppressed', 'released')),
    source text not null,                -- form, json, link, one-click, mail server, gardener
    network text,                        -- truncated: /24 or /64
    happened_at timestamptz not null default clock_timestamp()
);

create index consent_events_subscriber on consent_events (subscriber_id, id);

-- Addresses that must not be written to, as keyed hashes: an erased one stays refused and unreadable.
create table suppressions (
    address_hash bytea primary key,
    reason text not null,
    created_at timestamptz not null default clock_timestamp()
);

create table notes (
    id text primary key,
    slug text not null,
    url text not null,
    title text not null,
    maturity text not null check (maturity in ('seedling', 'budding', 'evergreen')),
    planted_at date,
    tended_at date,
    tags text[] not null default '{}',
    excerpt text not null default '',
    content_hash text not null,
    mail_html text,
    first_seen_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz not null default clock_timestamp(),
    gone_at timestamptz
);

create index notes_content_hash on notes (content_hash);

create table notifications (
    id bigint generated always as identity primary key,
    status text not null default 'planned' check (status in ('planned', 'announced', 'cancelled')),
    hold_until timestamptz not null,
    candidates integer,
    -- the notes as they were announced: a retry sends what the first attempt sent
    letter jsonb,
    planned_at timestamptz not null default clock_timestamp(),
    announced_at timestamptz,
    cancelled_at timestamptz
);

-- Once, ever: a note has at most one row here. Without a notification it was evergreen before the
-- garden's first manifest, and nobody was or will be told.
create table announced_notes (
    note_id text primary key references notes on update cascade on delete cascade,
    notification_id bigint references notifications,
    announced_at timestamptz not null default clock_timestamp()
);

create index announced_notes_notification on announced_notes (notification_id);

-- `ambiguous` counts how often an attempt ended between the first byte of a mail and the note of its
-- success: each time the reader may have got a copy, and may get another. Zero means exactly one.
create table deliveries (
    id bigint generated always as identity primary key,
    notification_id bigint not null references notifications,
    subscriber_id bigint not null references subscribers,
    status text not null default 'pending'
        check (status in ('pending', 'sending', 'sent', 'skipped', 'failed')),
    reason text,
    ambiguous smallint not null default 0,
    lease_id uuid,
    message_id text,
    sent_at timestamptz,
    unique (notification_id, subscriber_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
