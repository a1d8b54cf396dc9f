-- Whether what was said of a person's account is about their link, or about their place in the archive of the source. A new column with a
-- constant default, so nothing waits; the previous release writes of links alone.

alter table account_standing add column about text not null default 'link' check (about in ('link', 'archive'));
grant update (about) on account_standing to verbatim_app;
