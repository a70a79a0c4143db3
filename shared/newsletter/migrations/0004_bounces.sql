-- What comes back: mails that could not be delivered, and complaints, whoever reported them.
--
-- An event is about one mail that we made: a delivery, or another mail to a subscriber, such as a
-- confirmation. It holds no address and no text, only an enhanced status code. What cannot be traced
-- to a mail of ours, or reports no failure, leaves no row of its own and is only counted, so that
-- nobody can fill a table with inventions.

create table bounce_events (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('permanent', 'soft', 'policy', 'complaint')),
    source text not null check (source in ('mail', 'ses', 'postmark', 'mailgun')),
    name bytea not null,                 -- SHA-256 of what the source calls it: twice is once
    subscriber_id bigint not null references subscribers on delete cascade,
    delivery_id bigint references deliveries on delete cascade,  -- null for other mails
    code text,                           -- as 5.1.1, where one was named
    happened_at timestamptz not null default clock_timestamp(),
    unique (source, name)
);

create index bounce_events_subscriber on bounce_events (subscriber_id, happened_at);
create index bounce_events_delivery on bounce_events (delivery_id);

create table bounces_ignored (
    day date not null,
    source text not null,
    why text not null check (why in ('not ours', 'no failure')),
    counted integer not null,
    primary key (day, source, why)
);

-- What was signed for once must not be shown twice. Older than a signature may be, a row is deleted.
create table received_webhooks (
    source text not null,
    name bytea not null,                 -- SHA-256 of its id or token
    received_at timestamptz not null default clock_timestamp(),
    primary key (source, name)
);

create index received_webhooks_received on received_webhooks (received_at);

-- Topics of SNS that asked to be confirmed. The token is what confirms, and goes when it has.
create table sns_topics (
    id bigint generated always as identity primary key,
    topic text not null unique,
    token text,
    asked_at timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz
);
