import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { groupPeople } from '#domains/groups/group-people.ts'
import { type Columns, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf, joinHolders } from '#platform/places.ts'
import { touch } from './users-addresses.ts'

/**
 * Gives a user's contacts to another user, including those that an undo may still restore. A personal contact whose
 * number the new owner already knows is merged into theirs: it is archived under its own ID.
 * @returns How many contacts changed owners.
 */
export async function handOverContacts(
  tx: TenantTx,
  { from, to }: { readonly from: UserId; readonly to: UserId },
  now: Date,
): Promise<number> {
  await joinKnown(tx, { from, to }, now)
  const moved = await tx
    .updateTable('contact')
    .set({ owner_id: to, version: sql`version + 1`, changed_at: now })
    .where('owner_id', '=', from)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  await sql`
    update contact set owner_id = ${to} where owner_id = ${from} and archived_at is not null
      and id in (select merge.from_id from contact_merge merge
        join contact_change change on change.tenant_id = merge.tenant_id and change.id = merge.change_id
        where merge.undone_at is null and change.undo_until > ${now})`.execute(tx)
  return Number(moved.numUpdatedRows)
}

interface Join {
  readonly from_id: ContactId
  readonly into_id: ContactId
}
const joinColumns: Columns<Join> = { from_id: 'uuid', into_id: 'uuid' }

/** The personal contacts that the new owner already knows. */
const joinsOf = ({ from, to }: { readonly from: UserId; readonly to: UserId }) => sql<Join>`
  select distinct on (theirs.contact_id) theirs.contact_id as from_id, known.contact_id as into_id
  from address theirs join address known on known.value = theirs.value and known.scope_id = ${to}
  where theirs.scope_id = ${from} order by theirs.contact_id, known.contact_id`

/** The groups that contacts of the new owner join. The caller locks them before it locks people. */
export const groupsHandedOver = (of: Parameters<typeof joinsOf>[0]): RawBuilder<unknown> =>
  holdersOf(groupPeople.contact, sql`select from_id from (${joinsOf(of)}) joins`)

async function joinKnown(
  tx: TenantTx,
  { from, to }: { readonly from: UserId; readonly to: UserId },
  now: Date,
): Promise<void> {
  const { rows: joins } = await joinsOf({ from, to }).execute(tx)
  if (joins.length === 0) return
  const given = rowsOf(joinColumns, joins)
  const ids = joins.map(({ from_id }) => from_id)
  const { rows: links } = await sql<{ person: ContactId; holder: GroupId }>`
    select given.into_id as person, link.group_id as holder from conversation_group_contact link
    join ${given} on link.contact_id = given.from_id`.execute(tx)
  await joinHolders(tx, groupPeople.contact, links)
  await sql`
    with gone as (delete from address where contact_id = any(${ids}::uuid[]) returning value, contact_id),
    come as (
      insert into address (value, contact_id, scope_id)
      select gone.value, given.into_id, ${to} from gone join ${given} on given.from_id = gone.contact_id
      on conflict do nothing returning value, contact_id)
    insert into contact_identity (contact_id, value, since, origin_contact_id)
    select come.contact_id, come.value, ${now}, given.from_id from come
    join gone on gone.value = come.value
    join ${given} on given.from_id = gone.contact_id and given.into_id = come.contact_id
    on conflict do nothing`.execute(tx)
  await sql`update contact_identity set until = ${now}
    where contact_id = any(${ids}::uuid[]) and until is null`.execute(tx)
  await sql`
    update contact set archived_at = ${now}, merged_into = given.into_id, version = version + 1, changed_at = ${now}
    from ${given} where contact.id = given.from_id`.execute(tx)
  await touch(tx, [...new Set(joins.map(({ into_id }) => into_id))], now)
}
