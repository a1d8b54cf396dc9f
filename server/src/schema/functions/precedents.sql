-- Triggers that note which decisions are to be compared again. Source: docs/decisions/0126-metrics-at-a-million.md.
-- They are due after a minute: by then a transaction has ended that adds evidence to the event and does not see the decision yet.
-- Each event's entries are found by the event: `offset 0` keeps the planner from reading all decisions of the organization for each new
-- row, as it may before statistics were gathered. `execute` plans each time, for a connection would keep the plan of its first decision.

-- Notes the events of new decisions, and of decisions that are taken back.
create or replace function note_decisions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute $sql$
  insert into public.precedent_due as known (tenant_id, event_id, first_at, due_at)
    select fresh.tenant_id, fresh.event_id, min(decision.at), max(fresh.at) + interval '1 minute'
    from fresh cross join lateral (select entry.kind, entry.to_status, entry.at from public.event_history entry
      where entry.tenant_id = fresh.tenant_id and entry.event_id = fresh.event_id offset 0) decision
    where fresh.kind = 'status' and (fresh.from_status in ('resolved', 'dismissed') or fresh.to_status in ('resolved', 'dismissed'))
      and decision.kind = 'status' and decision.to_status in ('resolved', 'dismissed')
    group by 1, 2 order by 1, 2
    on conflict (tenant_id, event_id) do update set first_at = least(known.first_at, excluded.first_at), due_at = greatest(known.due_at, excluded.due_at)
  $sql$;
  return null;
end $$;

-- Notes events with earlier decisions that get further evidence: their cases are then others.
create or replace function note_decided_evidence() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute $sql$
  insert into public.precedent_due as known (tenant_id, event_id, first_at, due_at)
    select fresh.tenant_id, fresh.event_id, min(decision.at), max(fresh.found_at) + interval '1 minute'
    from fresh cross join lateral (select entry.kind, entry.to_status, entry.at from public.event_history entry
      where entry.tenant_id = fresh.tenant_id and entry.event_id = fresh.event_id offset 0) decision
    where decision.kind = 'status' and decision.to_status in ('resolved', 'dismissed')
    group by 1, 2 order by 1, 2
    on conflict (tenant_id, event_id) do update set first_at = least(known.first_at, excluded.first_at), due_at = greatest(known.due_at, excluded.due_at)
  $sql$;
  return null;
end $$;
