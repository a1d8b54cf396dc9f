-- At a user pool elsewhere: which person of which pool we created for a user. A name there may be chosen by anyone who can sign up, so it
-- proves nothing. The names of before are checked when they are next used. A new table, nothing waits. The previous release still runs, and
-- writes no rows: they are added later in the same way.
create table identity_pool_person (
  tenant_id uuid not null,
  user_id   uuid not null,
  pool_id   text not null,
  subject   text not null,                            -- `sub` of their tokens
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
select tenant_table('identity_pool_person', 'select, insert, update (pool_id, subject), delete');
