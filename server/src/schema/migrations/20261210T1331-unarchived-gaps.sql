-- People were not mailed about employees without a seat in the archive who were never connected. Each has a gap now, which is mailed once.
insert into account_gap (tenant_id, id, account_id, kind, problem, began_at, notify_at)
select account.tenant_id, gen_random_uuid(), account.id, 'disconnected', account.problem, now(), now() + interval '1 hour'
from channel_account account
where account.problem = 'not-archived' and account.status = 'not-available' and account.removed_at is null and account.connected_at is null
  and not exists (select from account_gap gap where gap.tenant_id = account.tenant_id and gap.account_id = account.id
    and gap.kind = 'disconnected' and gap.ended_at is null);
