-- Until when contacts were recognized by the addresses of users.
alter table contact_identity no force row level security;
update contact_identity set until = now() from tenant_user person
where contact_identity.until is null and person.tenant_id = contact_identity.tenant_id and person.email_key = contact_identity.value
  and person.removed_at is null;
alter table contact_identity force row level security;
