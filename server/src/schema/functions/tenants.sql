-- The few queries that run before the tenant is known: they find the tenant of a host, an account or a mail address.

create or replace function tenant_of_host(label text) returns table (tenant_id uuid, name text, is_closed boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id, o.name, o.closed_at is not null from public.organization o where o.host_label = label $$;

create or replace function tenant_of_account(account uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select a.tenant_id from public.channel_account a where a.id = account $$;

create or replace function account_of_mail_address(mail text, channels text[]) returns table (tenant_id uuid, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select a.tenant_id, a.id from public.channel_account a where a.address = mail and a.channel = any(channels) $$;

create or replace function every_tenant() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.organization o order by 1 $$;

-- Work of a closed organization does not count as delayed.
create or replace function open_tenants() returns table (tenant_id uuid)
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id from public.organization o where o.closed_at is null order by 1 $$;

-- Lists the organizations and their states for operators.
create or replace function every_organization()
  returns table (tenant_id uuid, label text, name text, founded_at timestamptz, closed_at timestamptz, waits boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select o.tenant_id, o.host_label, o.name, o.created_at, o.closed_at,
          exists (select from public.organization_set_up s where s.tenant_id = o.tenant_id)
   from public.organization o order by o.tenant_id $$;

create or replace function operator_trail(most integer)
  returns table (at timestamptz, type text, tenant_id uuid, name text, actor text, address text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$ select e.at, e.type, e.tenant_id, e.target_name, e.actor_name, e.address
   from public.audit_event e
   where e.type in ('organization_created', 'organization_closed', 'organization_reopened')
   order by e.at desc limit most $$;
