-- What the file of an export lacks, in its manifest. A column without a default, so nothing waits; the previous release
-- writes and reads exports without it.

alter table export add column omissions jsonb;
grant update (omissions) on export to verbatim_app;
