-- What the letter about a note says besides the note: since when it has been budding, if its author knows, why
-- now, in how many minutes it is read, and what it grew out of, as `[{"title", "url"}]`.
alter table notes
    add column budding_at date,
    add column why text not null default '',
    add column minutes integer,
    add column grew_out_of jsonb not null default '[]';
