-- Wishes: who asked to be told when one note grows, and what became of it. A wish is no subscription: it
-- has a confirmation of its own, and ends with the letter that tells of the note.

create table followed_notes (
    id bigint generated always as identity primary key,
    subscriber_id bigint not null references subscribers on delete cascade,
    note_id text not null references notes on update cascade on delete cascade,
    asked_at timestamptz not null default clock_timestamp(),
    -- A mail is due from the request until it was sent, as in confirmations.py.
    requested_at timestamptz not null default clock_timestamp(),
    mailed_at timestamptz,
    token_hash bytea unique,             -- SHA-256; the token itself is in the mail alone
    token_expires_at timestamptz,
    confirmed_at timestamptz,
    ended_at timestamptz,                -- taken back
    delivery_id bigint references deliveries on delete set null,  -- the letter, when it is planned
    unique (subscriber_id, note_id)
);

create index followed_notes_note on followed_notes (note_id);
create index followed_notes_delivery on followed_notes (delivery_id);

-- Letters that the gardener writes. Once, ever: a letter has one row, and another notification only when
-- the one before was cancelled. What it says is frozen in the notification, of kind `letter`.
create table letters (
    id text primary key,                 -- its path in the garden
    notification_id bigint not null unique references notifications,
    posted_at timestamptz not null default clock_timestamp()
);
