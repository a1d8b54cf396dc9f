-- How often each account usually receives something, when its phone was noticed last, and when the account is looked at next. Columns
-- with constant defaults, and generated ones of a table with a row for each account, which is written anew at once; so is the index.
-- The previous release does not know them, and learns nothing.

alter table channel_account add column check_after timestamptz not null default '1970-01-01 00:00:00+00';
grant update (check_after) on channel_account to verbatim_app;
create index channel_account_checked on channel_account (tenant_id, check_after)
  where removed_at is null and status in ('active', 'not-available');

-- The longest time without an event, in seconds: since `learnt_from`, and in the time before that. Twice as rare as ever is not
-- usual any more; less than a day never counts.
alter table account_counters
  add column quiet_now    integer not null default 0,
  add column quiet_before integer not null default 0,
  add column learnt_from  timestamptz;
alter table account_counters add column usual_hours integer generated always as (
  case when quiet_before > 0 and accepted >= 20
    then least(8760, greatest(24, ceil(greatest(quiet_now, quiet_before) * 2 / 3600.0)))::integer end) stored;
grant update (quiet_now, quiet_before, learnt_from) on account_counters to verbatim_app;

alter table account_session
  add column phone_seen_at   timestamptz,             -- the owner's phone did something then
  add column phone_warned_on smallint not null default 0;  -- the last day without it that its owner was warned of
grant update (phone_seen_at, phone_warned_on) on account_session to verbatim_app;
