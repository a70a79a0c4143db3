-- How fast letters go, how the other side calls them, and what the gardener was told.

-- Whose midnight ends a day; the manifest says it.
alter table garden add column zone text not null default 'UTC';

-- The last rate that the settings asked for: only news of it touch the queue's limit, so that what a
-- person has set since stays.
create table sending_pace (
    only_one boolean primary key default true check (only_one),
    per_second double precision
);

-- Mails of a day in the garden's zone, counted where MAIL_PER_DAY caps them.
create table sending_days (
    day date primary key,
    mails integer not null check (mails >= 0)
);

-- What a mail service calls a mail that it took: its bounces and complaints name the mail so. Of a
-- confirmation there is no delivery.
create table accepted_mails (
    provider_id text primary key,
    subscriber_id bigint not null references subscribers on delete cascade,
    delivery_id bigint references deliveries on delete cascade,
    accepted_at timestamptz not null default clock_timestamp()
);

create index accepted_mails_subscriber on accepted_mails (subscriber_id);
create index accepted_mails_delivery on accepted_mails (delivery_id);

-- What the gardener was told last: the weekly page and until when it tells, an alert and when it left.
create table gardener_told (
    what text primary key check (what in ('weekly', 'alert')),
    until timestamptz not null
);
