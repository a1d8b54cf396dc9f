-- Whose database this is, so that a start and the doors know a foreign, an emptied or a half restored one from a whole one.

-- Its id, sealed with the secret of its home, and the count of its organizations.
create table installation (
  only_one      boolean primary key default true check (only_one),
  id            uuid not null,
  seal          bytea not null check (length(seal) = 32),
  sealed_at     timestamptz not null default now(),
  organizations integer not null default 0
);
grant select, update (organizations) on installation to verbatim_search;
create trigger count_organizations after insert or delete on organization
  for each row execute function count_organizations();

select readable_for_backup('installation');
select readable_for_backup('schema_migration');
select readable_for_backup('schema_function');
