-- The audit trail: what an act was done to by its name of then, how many things it touched, and how it is looked up.
-- New columns with defaults: takes no lock anybody waits for. The previous release runs on it.

alter table audit_event
  add column target_name text,
  add column counts jsonb not null default '{}';      -- { membersAdded: 3 }

create index audit_event_by_type on audit_event (tenant_id, type, at desc, id desc);
create index audit_event_by_actor on audit_event (tenant_id, actor_id, at desc, id desc);
create index audit_event_by_target on audit_event (tenant_id, target_kind, target_id, at desc, id desc);
