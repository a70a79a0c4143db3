-- The gardener lets an address be written to again that its mail server once refused.
alter table consent_events drop constraint consent_events_kind_check;
alter table consent_events add constraint consent_events_kind_check
    check (kind in ('requested', 'confirmed', 'unsubscribed', 'suppressed', 'released'));
