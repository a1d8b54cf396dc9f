-- The archives of WeCom are lists now, which its corporations' accounts are compared with. An hour later, because until then the previous
-- release may still run, which does not read them. The accounts of employees are compared with those.
update channel_account set list_after = now() + interval '1 hour', list_reach_hours = 119
where channel = 'wecom' and source_id is null and removed_at is null;
