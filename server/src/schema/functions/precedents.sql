-- Triggers that note which decisions are to be compared anew. Source: docs/decisions/0126-metrics-at-a-million.md.
-- They are due after a minute: by then a transaction has ended that adds evidence to the event and does not see the decision yet.

-- Notes the events of new decisions, and of decisions that are taken back.
create or replace function note_decisions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.precedent_due as known (tenant_id, event_id, first_at, due_at)
    select fresh.tenant_id, fresh.event_id, min(decision.at), max(fresh.at) + interval '1 minute'
    from fresh join public.event_history decision on decision.tenant_id = fresh.tenant_id and decision.event_id = fresh.event_id
    where fresh.kind = 'status' and (fresh.from_status in ('resolved', 'dismissed') or fresh.to_status in ('resolved', 'dismissed'))
      and decision.kind = 'status' and decision.to_status in ('resolved', 'dismissed')
    group by 1, 2 order by 1, 2
    on conflict (tenant_id, event_id) do update set first_at = least(known.first_at, excluded.first_at), due_at = greatest(known.due_at, excluded.due_at);
  return null;
end $$;

-- Notes events with earlier decisions that get further evidence: their cases are then others.
create or replace function note_decided_evidence() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.precedent_due as known (tenant_id, event_id, first_at, due_at)
    select fresh.tenant_id, fresh.event_id, min(decision.at), max(fresh.found_at) + interval '1 minute'
    from fresh join public.event_history decision on decision.tenant_id = fresh.tenant_id and decision.event_id = fresh.event_id
    where decision.kind = 'status' and decision.to_status in ('resolved', 'dismissed')
    group by 1, 2 order by 1, 2
    on conflict (tenant_id, event_id) do update set first_at = least(known.first_at, excluded.first_at), due_at = greatest(known.due_at, excluded.due_at);
  return null;
end $$;
