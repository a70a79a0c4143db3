-- Of the mails of a day, those that a stranger can cause: they have a share, so that letters have the
-- rest. `mails` counts them as well.
alter table sending_days
    add column strangers integer not null default 0 check (strangers >= 0);
