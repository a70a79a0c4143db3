-- A short link for the plain text of letters, /n/<short_id>, made when a note is first seen and kept through
-- renames; and the opening words, by which the live check knows a page that another generator made.

alter table notes
    add column opening text not null default '',
    add column short_id text;

update notes set short_id = left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 10);

alter table notes alter column short_id set not null;

create index notes_short_id on notes (short_id);
