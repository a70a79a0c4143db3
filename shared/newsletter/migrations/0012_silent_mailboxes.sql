-- "Never write again" is said by the owner of a mailbox, who has no say in how a stranger spells it.

-- Mailboxes that nothing is sent to at a stranger's word, in whatever spelling, as keyed hashes.
create table silent_mailboxes (
    mailbox_hash bytea primary key,
    created_at timestamptz not null default clock_timestamp()
);

-- A spelling of a mailbox that has had enough comes upon the row that is there.
create index subscribers_mailbox on subscribers (mailbox);
