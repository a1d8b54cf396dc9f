-- Outgoing mail: what waits to be sent, and a receipt of what was. The text is sealed, and erased once it is sent or given up.
-- New table and function: takes no lock anybody waits for. Safe with the previous release.

create table mail (
  tenant_id      uuid not null,
  id             uuid not null,                       -- also names it on its way: the same each time it is tried
  kind           text not null check (kind in ('invitation', 'code', 'notice', 'notification', 'test')),
  recipient      text not null,
  subject        text not null,
  text_sealed    bytea,                               -- null: sent, or given up
  dedupe_key     text,                                -- a second mail of the same key is none
  reference_kind text,                                -- what it tells of
  reference_id   text,
  state          text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts       smallint not null default 0,
  due_at         timestamptz not null,
  lease_until    timestamptz,                         -- a worker that does not report by then was cut off
  useless_from   timestamptz,                         -- a code that has run out is not sent any more
  reason         text,                                -- why the last try did not succeed
  created_at     timestamptz not null,
  finished_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, dedupe_key),
  check (state in ('sent', 'failed') or text_sealed is not null)
);
create index mail_unfinished on mail (tenant_id, due_at) where state in ('queued', 'sending');
create index mail_by_reference on mail (tenant_id, reference_kind, reference_id, id desc);
create index mail_by_time on mail (tenant_id, id desc);
select tenant_table('mail', 'select, insert, update, delete');

grant select on mail to verbatim_search;
create policy directory on mail for select to verbatim_search using (true);

create function tenants_with_due_mail(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.mail m
                 where m.tenant_id = o.tenant_id
                   and ((m.state = 'queued' and m.due_at <= at) or (m.state = 'sending' and m.lease_until <= at))) $$;
revoke execute on function tenants_with_due_mail(timestamptz) from public;
grant execute on function tenants_with_due_mail(timestamptz) to verbatim_app;
alter function tenants_with_due_mail(timestamptz) owner to verbatim_search;
