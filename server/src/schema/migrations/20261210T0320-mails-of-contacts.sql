-- Contacts without the addresses of users, which they lose in 20261210T0340; one without any other is archived.
alter table contact no force row level security;
with holder as (
  select held.tenant_id, held.contact_id, array_agg(held.value) as values
  from tenant_user person
  join address held on held.tenant_id = person.tenant_id and held.value = person.email_key and held.contact_id is not null
  where person.removed_at is null group by held.tenant_id, held.contact_id
), kept as (
  select holder.tenant_id, holder.contact_id, string_agg(other.value, ' ' order by other.value) as rest
  from holder left join address other
    on other.tenant_id = holder.tenant_id and other.contact_id = holder.contact_id and other.value <> all(holder.values)
  group by holder.tenant_id, holder.contact_id
)
update contact set version = version + 1, changed_at = now(), search_text = concat_ws(' ', name, kept.rest),
  archived_at = case when kept.rest is null then now() end
from kept where contact.tenant_id = kept.tenant_id and contact.id = kept.contact_id;
alter table contact force row level security;
