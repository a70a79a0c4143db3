-- The address of the garden's privacy notice, to which every page with a form links; empty while there is none.
alter table garden add column privacy_url text not null default '';
