-- Participants whom only a provider's list of members names: they do not read the conversation in the Messenger for that. A column with a
-- constant default, so no row is written. The previous release asks for no lists, and adds none of them.

alter table participant add column only_listed boolean not null default false;   -- no message or change named the person
grant update (only_listed) on participant to verbatim_app;
