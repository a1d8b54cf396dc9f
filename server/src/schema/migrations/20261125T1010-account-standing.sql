-- What the deliveries of a source say of each account of a person: whether it is connected now, and under which names its deliveries
-- arrive. Also of people who have no account here yet. A new table, so nothing waits; the previous release does not know it.

create table account_standing (
  tenant_id    uuid not null,
  source_id    uuid not null,
  address      text not null,
  is_connected boolean not null,
  routes       text[] not null,
  -- Of the delivery that said so; later numbers came later at the same time.
  said_at      timestamptz not null,
  sequence     bigint not null,
  primary key (tenant_id, source_id, address),
  foreign key (tenant_id, source_id) references channel_account (tenant_id, id) on delete cascade
);
select tenant_table('account_standing', 'select, insert, delete, update (is_connected, routes, said_at, sequence)');

-- A name that means another account from now on is removed and set anew, as everywhere: no row changes its account.
revoke update (account_id) on account_route from verbatim_app;
