-- Why a person reads messages without an event, where the organization requires that. A new table and a column with a
-- default that is stored once, so nothing waits; the previous release reads without a purpose.

alter table organization add column requires_purpose boolean not null default false;
grant update (requires_purpose) on organization to verbatim_app;

create table reading_purpose (
  tenant_id  uuid not null,
  user_id    uuid not null,
  kind       text not null,
  reference  text not null,
  stated_at  timestamptz not null,
  until      timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
select tenant_table('reading_purpose', 'select, insert, update (kind, reference, stated_at, until)');
