-- Messages that say something about consent: an index contains them. A message without other content than text says nothing.
create or replace function searched_consent(test text, vals text[]) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then format('(%s and %s = any(%L::text[]))', said, consent, vals)
    when 'nin'    then format('((%s and %s = any(%L::text[])) is not true)', said, consent, vals)
    when 'empty'  then format('((%s and %s is not null) is not true)', said, consent)
    when 'nempty' then format('(%s and %s is not null)', said, consent)
  end
  from (select $say${{saysConsent m}}$say$ as said, $say${{consentOf m}}$say$ as consent) known
$$;
