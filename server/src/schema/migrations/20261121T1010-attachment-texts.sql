-- What is written inside of attachments: how far each was read, the texts by the bytes they were read from, and a second
-- search vector of messages with such texts, for readers who may open attachments. What was kept before is due at once.
-- New columns with constant defaults, a table, a function, another body for searched_where; the indexes block writes to
-- attachment and message for the moment in which no row qualifies. The previous release still runs on it.

alter table attachment
  add column reading        text not null default 'waiting'
                            check (reading in ('waiting', 'read', 'partly', 'unreadable', 'unsupported')),
  add column reading_reason text,
  add column read_attempts  smallint not null default 0,
  add column read_after     timestamptz not null default '1970-01-01 00:00:00+00'; -- a try that has not reported by then was cut off
create index attachment_unread on attachment (tenant_id, read_after, id) where state = 'stored' and reading = 'waiting';

-- The text of bytes: read once however often they came. Evidence lies in it by offsets, so it never changes.
create table attachment_text (
  tenant_id uuid not null,
  sha256    bytea not null,
  state     text not null check (state in ('read', 'partly')),
  text      text not null,
  units     integer not null,                         -- UTF-16
  read_at   timestamptz not null,
  primary key (tenant_id, sha256)
);
select tenant_table('attachment_text', 'select, insert');
select append_only('attachment_text');

-- The vector of a message's own texts together with those of its attachments; null where none of them has a text.
alter table message
  add column whole_search tsvector,
  add column whole_partly boolean not null default false;
create index message_by_whole_words on message using gin (whole_search) where whole_search is not null;
create index message_with_whole_words on message (tenant_id, posted_at desc) where whole_search is not null;
create index message_whole_partly on message (tenant_id, posted_at desc) where whole_partly;

create function tenants_with_unread_attachments(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.attachment a
                 where a.tenant_id = o.tenant_id and a.state = 'stored' and a.reading = 'waiting' and a.read_after <= at) $$;
revoke execute on function tenants_with_unread_attachments(timestamptz) from public;
grant execute on function tenants_with_unread_attachments(timestamptz) to verbatim_app;
alter function tenants_with_unread_attachments(timestamptz) owner to verbatim_search;

-- As before, and where the question is `whole`, messages with texts in their attachments are asked with them: their own
-- vector is then not asked, so that what is excluded is excluded wherever it stands.
set local role verbatim_search; -- whose function it is
create or replace function searched_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  clause text := format('m.tenant_id = %L::uuid and (%s)', tenant, public.searched_scope(tenant, question -> 'scope'));
  condition jsonb;
  part text;
  words text := question ->> 'words';
  loose text := question ->> 'looseWords';
  whole boolean := coalesce((question ->> 'whole')::boolean, false)
    and exists (select from public.message m where m.tenant_id = tenant and m.whole_search is not null);
  own text;
  all_words text;
begin
  if (question ->> 'onlyPartly')::boolean then
    clause := clause || case when whole then ' and ((m.search_partly and m.whole_search is null) or m.whole_partly)'
      else ' and m.search_partly' end;
  end if;
  for condition in select * from jsonb_array_elements(question -> 'filter') loop
    part := public.searched_condition(tenant, condition);
    if part is null then
      raise exception 'Messages cannot be tested so: %', condition ->> 'test' using errcode = 'invalid_parameter_value';
    end if;
    clause := clause || ' and (' || part || ')';
  end loop;
  if words is null then
    return clause;
  end if;
  own := format('m.search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.search_partly) then
    own := format('(%s or (m.search_partly and (%s)))', own,
      case loose when '' then 'true' else format('m.search @@ %L::tsquery', loose) end);
  end if;
  if not whole then
    return clause || ' and ' || own;
  end if;
  all_words := format('m.whole_search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.whole_partly) then
    all_words := format('(%s or (m.whole_partly and (%s)))', all_words,
      case loose when '' then 'true' else format('m.whole_search @@ %L::tsquery', loose) end);
  end if;
  return clause || format(' and ((m.whole_search is null and %s) or %s)', own, all_words);
end $$;
reset role;
