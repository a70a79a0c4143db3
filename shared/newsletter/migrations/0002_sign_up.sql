-- Sign-up that cannot be abused: what a mailbox was sent within a month, and a switch for all of it.

-- A mailbox is remembered for a month, so it is known by a keyed hash alone: whoever is erased leaves
-- no address here. What was counted under plain addresses, for two days at most, is forgotten.
delete from mailboxes;

alter table mailboxes
    drop column mailbox,
    drop column opened_in_day,
    drop column last_opened_at,
    add column mailbox_hash bytea primary key,
    add column opened_at timestamptz[] not null;   -- the last three confirmations, newest first

create index mailboxes_last_opened on mailboxes ((opened_at[1]));

-- Since when nobody new may ask; null while everybody may.
alter table garden add column sign_up_closed_at timestamptz;
