-- Whose the address of a participant was when: it may pass to another person. Source: docs/decisions/0156-addresses-that-pass.md.

-- Whether a person is still found by an address. No one is not.
create or replace function has_address(tenant uuid, value text, known_user uuid, known_contact uuid) returns boolean
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.address held where held.tenant_id = has_address.tenant and held.value = has_address.value
    and (held.user_id = known_user or held.contact_id = known_contact))
$$;

-- Until when an address was that of a contact, or else since when it is that of the next one; `otherwise`, if no contact says.
create or replace function address_passed_at(tenant uuid, value text, former_contact uuid, next_contact uuid, otherwise timestamptz) returns timestamptz
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select max(gone.until) from public.contact_identity gone where gone.tenant_id = address_passed_at.tenant
      and gone.contact_id = former_contact and gone.value = address_passed_at.value),
    (select max(taken.since) from public.contact_identity taken where taken.tenant_id = address_passed_at.tenant
      and taken.contact_id = next_contact and taken.value = address_passed_at.value),
    otherwise)
$$;
