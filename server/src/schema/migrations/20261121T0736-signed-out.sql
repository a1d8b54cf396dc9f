-- Where sign-ins are kept elsewhere: whose sessions were ended here, since tokens say nothing of it until they run out.
-- A new table: takes no lock anybody waits for. The previous release runs on it.

create table identity_signed_out (
  tenant_id uuid not null,
  user_id   uuid not null,
  before    timestamptz not null,                     -- tokens of earlier sign-ins are refused
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index identity_signed_out_by_time on identity_signed_out (tenant_id, before);
select tenant_table('identity_signed_out', 'select, insert, update, delete');
