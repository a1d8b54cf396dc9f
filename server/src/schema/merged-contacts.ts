import { sql } from 'kysely'

/** Contacts that were merged into others, each with the one that it became at last. */
export const mergedContacts = sql<{ id: string; root: string }>`(
  with recursive merged (id, root) as (
    select contact.id, contact.merged_into from contact join contact top on top.tenant_id = contact.tenant_id
      and top.id = contact.merged_into and top.merged_into is null where contact.merged_into is not null
    union
    select contact.id, merged.root from contact join merged on contact.merged_into = merged.id
  ) select distinct on (id) id, root from merged -- one for each, which PostgreSQL would not know
)`
