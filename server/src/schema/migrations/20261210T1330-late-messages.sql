-- Up to where the messages that a provider has written down were looked at, whenever they were sent: in its own terms. A column that is null,
-- so nothing is rewritten. The previous release does not know it, and leaves it as it is.
alter table channel_account add column list_mark text;
grant update (list_mark) on channel_account to verbatim_app;

-- People were not mailed about employees without a seat in the archive who were never connected. Each has a gap now, which is mailed once.
insert into account_gap (tenant_id, id, account_id, kind, problem, began_at, notify_at)
select account.tenant_id, gen_random_uuid(), account.id, 'disconnected', account.problem, now(), now() + interval '1 hour'
from channel_account account
where account.problem = 'not-archived' and account.status = 'not-available' and account.removed_at is null and account.connected_at is null
  and not exists (select from account_gap gap where gap.tenant_id = account.tenant_id and gap.account_id = account.id
    and gap.kind = 'disconnected' and gap.ended_at is null);
