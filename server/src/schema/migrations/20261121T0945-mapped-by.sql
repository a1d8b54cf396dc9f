-- Who said what the columns of an import are: the next file of the same person begins with that, and nobody else's.
-- A new column and its key: takes the table for a moment. Safe with the previous release, which leaves it empty.

alter table import
  add column mapped_by uuid,
  add foreign key (tenant_id, mapped_by) references tenant_user (tenant_id, id) on delete set null (mapped_by);
