-- When a reader last pressed "save" behind the link to her settings, whether anything was new or not: she has
-- been here, and no import that is undone may put her elsewhere.
alter table subscribers add column saved_at timestamptz;

update subscribers set saved_at = chosen_at where chosen_at is not null;
