-- Lists and searches of messages. Row-level security would keep the word index from being used, because its operators
-- are not leakproof; so these functions, owned by a role that cannot sign in, add the tenant's condition themselves
-- and refuse to run without one. They take the whole question, so that the planner can choose between the word index
-- and the time index, and return only ids: the caller reads the rows under row-level security.
-- A query uses one core: starting parallel workers takes longer than most questions, and would take cores from the endpoints.

-- One page of the matching ids, in the question's order. `gather` means that few match: they are then collected by the
-- best index and sorted, not found one by one in the index of the order. `inOrder` means that very many match: they
-- are then read in the order of time, even if the planner, which cannot estimate combined words, expects otherwise.
create or replace function find_messages(question jsonb) returns setof uuid
  language plpgsql stable security definer rows 50 set max_parallel_workers_per_gather = 0
  set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := public.searched_where(public.searched_tenant(), question);
  wanted bigint := (question ->> 'limit')::bigint;
  skipped bigint := (question ->> 'skip')::bigint;
  days daterange := public.searched_days(question);
  start record;
  part record;
  counted bigint;
begin
  if days is not null and skipped > 0 and public.sorted_by_time(question -> 'sort') is not null then
    -- Not an assignment: a record without a row has no fields.
    select * into start from public.day_of_page(days, public.sorted_by_time(question -> 'sort'), skipped);
    clause := clause || coalesce(' and ' || start.bound, ' and false');
    skipped := skipped - coalesce(start.before, 0);
  end if;
  if (question ->> 'inOrder')::boolean and public.sorted_by_time(question -> 'sort') is not null then
    return query select * from public.meet_messages(format('select m.id from public.message m where %s order by %s limit %s offset %s',
      clause, public.searched_order(question -> 'sort'), wanted, skipped));
    return;
  end if;
  if (question ->> 'gather')::boolean then
    return query execute format('select m.id from (select m.* from public.message m where %s offset 0) m order by %s limit %s offset %s',
      clause, public.searched_order(question -> 'sort'), wanted, skipped);
    return;
  end if;
  for part in select * from public.searched_parts(question -> 'sort') loop
    return query execute format('select m.id from public.message m where %s and (%s) order by %s limit %s offset %s',
      clause, part.condition, part.ordering, wanted, skipped);
    get diagnostics counted = row_count;
    wanted := wanted - counted;
    exit when wanted <= 0;
    if counted > 0 then
      skipped := 0;
    elsif skipped > 0 then
      execute format('select count(*) from (select from public.message m where %s and (%s) limit %s) counted',
        clause, part.condition, skipped) into counted;
      skipped := skipped - counted;
    end if;
  end loop;
end $$;

-- Runs a query of ids, planned to read the index of its order.
create or replace function meet_messages(query text) returns setof uuid
  language plpgsql stable rows 50 set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
  set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute query;
end $$;

-- Counts the messages that match a question, up to `most` if that is given and the number is not known without counting.
create or replace function count_messages(question jsonb, most bigint default null) returns bigint
  language plpgsql stable security definer set max_parallel_workers_per_gather = 0
  set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := public.searched_where(public.searched_tenant(), question);
  days daterange := public.searched_days(question);
  found bigint;
begin
  if days is not null then
    select coalesce(sum(d.messages), 0) into found from public.message_day d
      where d.tenant_id = public.searched_tenant() and d.day <@ days;
  elsif most is null then
    execute 'select count(*) from public.message m where ' || clause into found;
  else
    execute format('select count(*) from (select from public.message m where %s limit %s) counted', clause, most) into found;
  end if;
  return found;
end $$;

-- Opens a cursor of this name over all matching ids, in the question's order, for this transaction.
create or replace function open_messages(question jsonb) returns refcursor
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found refcursor := 'opened_messages';
begin
  open found no scroll for execute format('select m.id from public.message m where %s order by %s',
    public.searched_where(public.searched_tenant(), question), public.searched_order(question -> 'sort'));
  return found;
end $$;
