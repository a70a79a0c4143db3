-- Consent that can be shown years later, and what is left of a reader who was erased.

-- The words that readers were shown, once for each version: the beginning of their SHA-256.
create table consent_texts (
    version text primary key,
    words jsonb not null,
    first_shown_at timestamptz not null default clock_timestamp()
);

-- Which kinds there are is written down in shared/newsletter/consent.py.
alter table consent_events drop constraint if exists consent_events_kind_check;
alter table consent_events
    add constraint consent_events_kind_check check (kind ~ '^[a-z][a-z -]*$'),
    add column page text,                -- where the form stood; without query and fragment
    add column text_version text references consent_texts;

-- Who was erased keeps a number, by which the deliveries stay countable, and a keyed hash, by which an
-- import of an old list cannot bring the address back. Columns of names then hold `erased-<id>`.
alter table subscribers
    add column erased_at timestamptz,
    add column erased_because text check (erased_because in ('asked', 'complaint')),
    add column erased_hash bytea;

create index subscribers_erased on subscribers (erased_hash) where erased_hash is not null;

-- Who has asked and not confirmed goes after a month; see purging.py.
create index subscribers_unconfirmed on subscribers (created_at) where status = 'pending';

-- One reader's letters, for who asks what became of them.
create index if not exists deliveries_subscriber on deliveries (subscriber_id);
