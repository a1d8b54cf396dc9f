-- The language of a message. The default needs no rewrite of the table; the empty code marks messages of an earlier release,
-- whose languages a worker finds in batches. The previous release goes on writing it.

alter table message add column language text not null default '';
grant update (language) on message to verbatim_app;
-- Whole: which language is rare differs from one organization to the next.
create index message_by_language on message (tenant_id, language);
