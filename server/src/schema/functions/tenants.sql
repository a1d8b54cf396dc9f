-- The few questions that are asked before a tenant is known: who is meant by a host, an account, a mail address.

create or replace function tenant_of_host(label text) returns table (tenant_id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id, o.name from public.organization o where o.host_label = label $$;

create or replace function tenant_of_account(account uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select a.tenant_id from public.channel_account a where a.id = account $$;

create or replace function account_of_journal_address(mail text) returns table (tenant_id uuid, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as
$$ select a.tenant_id, a.id from public.channel_account a where a.address = mail and a.channel = 'proofpoint' $$;

create or replace function every_tenant() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o order by 1 $$;
