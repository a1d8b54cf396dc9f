-- The permissions that a file was made with, each of which its user still has when they download it. A column without a default on
-- `export`, locked for a moment; the previous release writes and reads exports without it.

alter table export add column permissions text[];
grant update (permissions) on export to verbatim_app;
