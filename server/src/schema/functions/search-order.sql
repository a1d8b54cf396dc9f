-- [{ field, direction, values?, ranked? }] as an order, from the key at `first` on; `ranked` values give an order of
-- their own. Ends in what no two rows share.
create or replace function searched_order(sort jsonb, first integer default 0) returns text
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  orders text[] := '{}';
  key jsonb;
  place bigint;
  col record;
  way text := 'desc';
  timed boolean := false;
begin
  for key, place in select * from jsonb_array_elements(sort) with ordinality loop
    col := public.searched_column(key ->> 'field');
    way := case key ->> 'direction' when 'asc' then 'asc' else 'desc' end;
    timed := timed or key ->> 'field' = 'postedDate';
    continue when place <= first;
    orders := orders || (case when (key ->> 'ranked')::boolean
      then format('array_position(%L::text[], %s)', array(select jsonb_array_elements_text(key -> 'values')), col.expression)
      else col.expression end || ' ' || way);
  end loop;
  if not timed then
    orders := orders || 'm.posted_at desc'::text;
    way := 'desc';
  end if;
  return array_to_string(orders || ('m.id ' || way), ', ');
end $$;

-- The parts that an order by a field of few values consists of, in that order, each with the order within it: an index
-- has every part in order, but not the whole. One part, of everything, for any other order.
create or replace function searched_parts(sort jsonb) returns table (condition text, ordering text)
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  key jsonb := sort -> 0;
  col record;
begin
  if key is not null then
    col := public.searched_column(key ->> 'field');
  end if;
  if key ? 'values' then
    return query select format('%s = %L', col.expression, value), public.searched_order(sort, 1)
      from jsonb_array_elements_text(key -> 'values') with ordinality as of_field (value, place)
      order by case key ->> 'direction' when 'asc' then place else -place end;
  elsif key ->> 'field' = 'attachmentCount' then
    return query select part.condition, public.searched_order(sort, part.first)
      from (values ('m.attachment_count > 0', 0), ('m.attachment_count = 0', 1)) as part (condition, first)
      order by case key ->> 'direction' when 'asc' then -part.first else part.first end;
  else
    return query select 'true', public.searched_order(sort);
  end if;
end $$;
