-- Days that no message can have: of holidays, which the database may not even read (the year 0), and the day from which history is asked
-- for. None is entered any more. Organizations wait for a moment. The previous release takes such days again.

-- The owner sees no rows of a tenant otherwise.
alter table organization no force row level security;
update organization set business_hours = jsonb_set(business_hours, '{holidays}', (
    select coalesce(jsonb_agg(day order by day), '[]') from jsonb_array_elements_text(business_hours -> 'holidays') day
    where day collate "C" between '1970-01-01' and '2999-12-31'))
  where exists (select from jsonb_array_elements_text(business_hours -> 'holidays') day
    where day collate "C" not between '1970-01-01' and '2999-12-31');
update organization set initial_history_date = '1970-01-01' where initial_history_date < '1970-01-01';
alter table organization force row level security;
