-- Triggers that keep the days and words of messages, in the transaction of the messages, so that both become visible at
-- once. Words of Han and Hangul are left out: they are pairs of characters, so any part of a text contains them.

-- Counts messages by the day they were posted, and stores their words.
create or replace function note_messages() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.message_day as known (tenant_id, day, messages)
    select tenant_id, (posted_at at time zone 'UTC')::date, count(*) from fresh group by 1, 2 order by 1, 2
    on conflict (tenant_id, day) do update set messages = known.messages + excluded.messages;
  insert into public.message_word (tenant_id, word)
    select distinct fresh.tenant_id, found.word from fresh, unnest(tsvector_to_array(fresh.search)) as found (word)
    where (found.word collate "C" < U&'\3400' or found.word collate "C" >= U&'\A000' and found.word collate "C" < U&'\AC00'
      or found.word collate "C" >= U&'\D7A4') order by 1, 2
    on conflict do nothing;
  return null;
end $$;

-- Stores the words of an edited message.
create or replace function note_words() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.message_word (tenant_id, word)
    select new.tenant_id, found.word from unnest(tsvector_to_array(new.search)) as found (word)
    where (found.word collate "C" < U&'\3400' or found.word collate "C" >= U&'\A000' and found.word collate "C" < U&'\AC00'
      or found.word collate "C" >= U&'\D7A4') order by 2
    on conflict do nothing;
  return null;
end $$;
