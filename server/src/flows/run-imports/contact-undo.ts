import { failures } from '@verbatim/contract/errors.ts'
import { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Audited, changedFields, recordAudits } from '#domains/audit/commands.ts'
import {
  type ContactUpdate,
  type KnownContact,
  takeContacts,
  updateContacts,
} from '#domains/contacts/bulk-changes.ts'
import { auditedByEach, changesOfMoves } from '#domains/audit/moves.ts'
import { groupPeople, nameInGroups } from '#domains/groups/group-people.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf, placePeople } from '#platform/places.ts'
import type { DoneRow } from './kind.ts'

/** The values that an update replaced: see `contact-rows.ts`. */
const Before = z.object({
  name: z.string(),
  groupIds: z.array(GroupId),
  addressesAdded: z.array(z.string()),
})

/** Removes contacts that an import created, and restores others to their earlier state, unless they were changed since. */
export async function undoContacts(
  tx: TenantTx,
  { actor, rows }: { readonly actor: Actor; readonly rows: readonly DoneRow[] },
  now: Date,
): Promise<(string | undefined)[]> {
  const standing = await takeStandingGroups(tx, rows)
  const contacts = await takeContacts(
    tx,
    actor.scope,
    rows.map(({ targetId }) => ContactId.parse(targetId)),
  )
  const ids = [...contacts.keys()]
  const busy = await findBusy(tx, ids)
  const gone: ContactId[] = []
  const restored: ContactUpdate[] = []
  const audited: Audited[] = []
  const reasons = rows.map((row) => {
    const contact = contacts.get(ContactId.parse(row.targetId))
    if (!contact) return 'The contact has been removed or merged since.'
    if (!contact.isWithin) return failures['contact.beyond-scope'].message
    if (contact.version !== row.version) return 'The contact has been changed since.'
    const target = { kind: 'contact', id: contact.id, name: contact.name }
    if (row.outcome === 'created') {
      if (busy.has(contact.id)) return 'The contact has messages now.'
      gone.push(contact.id)
      const move = { of: 'groups', before: contact.groups, after: [] } as const
      const moved = changesOfMoves([move])
      const changes = [...changedFields({ name: contact.name }, {}), ...moved.changes]
      audited.push(...auditedByEach([move], { name: nameInGroups(contact), as: 'contacts' }), {
        type: 'contact_deleted',
        target,
        changes,
        counts: moved.counts,
      })
      return undefined
    }
    const update = toUpdate(contact, Before.parse(row.before), standing)
    if (!update) return 'The contact’s previous groups no longer exist.'
    restored.push(update)
    const after = update.groupIds.flatMap((id) => standing.get(id) ?? [])
    const move = { of: 'groups', before: contact.groups, after } as const
    const moved = changesOfMoves([move])
    const changes = [...changedFields({ name: contact.name }, { name: update.name }), ...moved.changes]
    audited.push(
      ...auditedByEach([move], { name: nameInGroups({ ...contact, name: update.name }), as: 'contacts' }),
      { type: 'contact_updated', target, changes, counts: moved.counts },
    )
    return undefined
  })
  await updateContacts(tx, restored, now)
  await placePeople(
    tx,
    groupPeople.contact,
    gone.map((person) => ({ person, holders: [] })),
  )
  if (gone.length > 0) await sql`delete from contact where id = any(${gone}::uuid[])`.execute(tx)
  await recordAudits(tx, actor, audited, now)
  return reasons
}

function toUpdate(
  contact: KnownContact,
  before: z.infer<typeof Before>,
  standing: StandingGroups,
): ContactUpdate | undefined {
  const groupIds = before.groupIds.filter((id) => standing.has(id))
  if (groupIds.length === 0) return undefined
  return {
    id: contact.id,
    scope: contact.scope_id,
    name: before.name,
    addressesAdded: [],
    addressesRemoved: before.addressesAdded,
    groupIds,
  }
}

/** The contacts that captured records name: conversations, or messages alone. Nothing else would notice that they are gone. */
async function findBusy(tx: TenantTx, ids: readonly ContactId[]): Promise<ReadonlySet<ContactId>> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from unnest(${ids}::uuid[]) given (id)
    where exists (select from participant where contact_id = given.id)
      or exists (select from participant_former where contact_id = given.id)
      or exists (select from message where author_contact_id = given.id and author_user_id is null)`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

type StandingGroups = ReadonlyMap<GroupId, KnownContact['groups'][number]>

/** Locks the earlier groups that still exist, and those that contacts leave, before the contacts. */
async function takeStandingGroups(tx: TenantTx, rows: readonly DoneRow[]): Promise<StandingGroups> {
  const ids = rows.flatMap(({ outcome, before }) =>
    outcome === 'updated' ? Before.parse(before).groupIds : [],
  )
  const found = await sql<KnownContact['groups'][number]>`
    select id, name from conversation_group where id = any(${[...new Set(ids)]}::uuid[])
      or id in (${holdersOf(groupPeople.contact, sql`select unnest(${rows.map(({ targetId }) => targetId)}::uuid[])`)})
    order by id for no key update`.execute(tx)
  return new Map(found.rows.map((group) => [group.id, group]))
}
