-- The addresses become those of their users.
delete from address using tenant_user person
where address.contact_id is not null and person.tenant_id = address.tenant_id and person.email_key = address.value
  and person.removed_at is null;
insert into address (tenant_id, value, user_id)
  select tenant_id, email_key, id from tenant_user where removed_at is null
  on conflict do nothing;
alter table address force row level security;
