-- Approval by a second person: what the organization requires it for, and the changes that wait for it or had it. A new
-- table and columns with a default that is stored once, so nothing waits; the previous release changes without approval.

alter table organization add column requires_policy_approval boolean not null default false;
alter table organization add column requires_retention_approval boolean not null default false;
grant update (requires_policy_approval, requires_retention_approval) on organization to verbatim_app;

create table change_request (
  tenant_id    uuid not null,
  id           uuid not null,
  kind         text not null check (kind in ('policy', 'retention')),
  change       jsonb not null,                        -- RequestedChange of the contract
  policy_id    uuid,                                  -- null for a new policy and for the organization
  target_name  text not null,
  type         text not null,                         -- of the audit event that it will be
  changes      jsonb not null,                        -- as in audit_event, when it was sent
  note         text not null default '',
  requested_at timestamptz not null,
  requested_by uuid not null,
  requested_by_name text not null,
  state        text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_at   timestamptz,
  decided_by   uuid,
  decided_by_name text,
  reason       text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, requested_by) references tenant_user (tenant_id, id),
  foreign key (tenant_id, decided_by) references tenant_user (tenant_id, id),
  foreign key (tenant_id, policy_id) references policy (tenant_id, id),
  check ((state = 'pending') = (decided_at is null)),
  check (state not in ('approved', 'rejected') or decided_by <> requested_by)
);
create index change_request_by_time on change_request (tenant_id, requested_at desc, id);
create unique index change_request_of_policy on change_request (tenant_id, policy_id)
  where state = 'pending' and policy_id is not null;
create unique index change_request_of_organization on change_request (tenant_id)
  where state = 'pending' and kind = 'retention';
select tenant_table('change_request',
  'select, insert, update (state, decided_at, decided_by, decided_by_name, reason)');
