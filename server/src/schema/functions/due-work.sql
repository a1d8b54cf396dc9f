-- Which tenants have work that is due: asked by workers, who then ask each tenant for it. What is kept already is digested and
-- read in closed organizations too, so that nothing accepted stays unread; all other work waits until they are open again.

create or replace function open_tenants() returns table (tenant_id uuid)
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.organization o where o.closed_at is null order by 1 $$;

create or replace function tenants_with_backlog(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.organization o
   where exists (select from public.record_backlog b where b.tenant_id = o.tenant_id and b.not_before <= at) $$;

create or replace function tenants_with_due_media(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.open_tenants() o
   where exists (select from public.attachment a
                 where a.tenant_id = o.tenant_id and a.state = 'pending' and a.next_try_at <= at) $$;

create or replace function tenants_with_unread_attachments(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.organization o
   where exists (select from public.attachment a
                 where a.tenant_id = o.tenant_id and a.state = 'stored' and a.reading = 'waiting' and a.read_after <= at) $$;

create or replace function tenants_with_due_exports(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.open_tenants() o
   where exists (select from public.export e
                 where e.tenant_id = o.tenant_id
                   and (e.state = 'queued' or (e.state = 'running' and e.lease_until <= at))) $$;

create or replace function tenants_with_due_imports(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.open_tenants() o
   where exists (select from public.import i
                 where i.tenant_id = o.tenant_id
                   and (i.state in ('checking', 'queued', 'running', 'undoing') or i.mails_due > 0)
                   and (i.lease_until is null or i.lease_until <= at)) $$;

create or replace function tenants_with_due_mail(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.open_tenants() o
   where exists (select from public.mail m
                 where m.tenant_id = o.tenant_id
                   and ((m.state = 'queued' and m.due_at <= at) or (m.state = 'sending' and m.lease_until <= at))) $$;

create or replace function tenants_with_due_notifications(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.open_tenants() o
   where exists (select from public.notification n
                 where n.tenant_id = o.tenant_id and n.enabled and (n.held_until is null or n.held_until <= at)
                   and exists (select from public.notification_delivery d
                               where d.tenant_id = n.tenant_id and d.notification_id = n.id
                                 and d.mailed_at is null and d.due_at <= at)) $$;
