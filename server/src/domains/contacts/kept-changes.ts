/** Changes of contacts that had consequences: each is stored, listed, and undone as one. */
import { changeUndoHours, type ContactMerge, type KeptChange } from '@verbatim/contract/contact-changes.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { ContactChangeId, ContactId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ContactChangeTable, KeptIdentity } from '#schema/people.ts'
import { checkNamed, takeContact, writeContact } from './changes.ts'
import { giveBack, type Merge, requireOwner, revive, takeMerges } from './merges.ts'
import type { ContactFields } from './model.ts'
import { findAddressesOfUsers } from './users-addresses.ts'
import { checkStayWithin } from './within.ts'

interface NewChange {
  readonly id: ContactChangeId
  readonly contactId: ContactId
  readonly by: string
  /** Conversations that it closed. */
  readonly closed: number
  /** Absent if the contact itself was merged into another, and kept its fields. */
  readonly written?: { readonly before: ContactFields; readonly after: ContactFields }
}

/** Stores the state that an undo restores; merges of the same change refer to it. */
export async function keepChange(
  tx: TenantTx,
  { id, contactId, by, closed, written }: NewChange,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('contact_change')
    .values({
      id,
      contact_id: contactId,
      at: now,
      by_name: by,
      undo_until: new Date(now.getTime() + changeUndoHours * hourMs),
      undone_at: null,
      closed,
      before: written ? JSON.stringify(identityOf(written.before)) : null,
      after: written ? JSON.stringify(identityOf(written.after)) : null,
    })
    .execute()
}

const identityOf = ({ shareLevel, ownerId, addresses }: ContactFields): KeptIdentity => ({
  shareLevel,
  ...(ownerId && { ownerId }),
  addresses: [...addresses].sort(),
})

/** A kept change with consequences, and the merges that it caused. */
interface TakenChange {
  readonly id: ContactChangeId
  readonly contactId: ContactId
  readonly before: KeptIdentity | undefined
  readonly after: KeptIdentity | undefined
  readonly merges: readonly Merge[]
}

/**
 * Undoes a change: the contact has its addresses and share level again, and merged contacts are active with what they had.
 * The contact keeps its name, its groups and everything added since. The user sees all of them, before and afterwards.
 * @throws Failure `contact.not-found`, `contact.beyond-scope`, `contact.undo-over`, `contact.undo-taken`, `contact.undo-changed`,
 * `contact.undo-owner`, `contact.archived`
 */
export async function undoChange(
  tx: TenantTx,
  scope: AccessScope,
  given: { readonly contactId: ContactId; readonly changeId: ContactChangeId },
  now: Date,
): Promise<TakenChange> {
  const { concerned, ...change } = await takeChange(tx, given, now)
  const { contactId, before, after, merges } = change
  await checkStayWithin(tx, scope, concerned)
  await giveBack(tx, merges, now)
  const returning = [...(before?.addresses ?? []), ...merges.flatMap(({ kept }) => kept.addresses)]
  await refusingTaken(tx, returning, async () => {
    if (before && after) await restore(tx, contactId, { before, after }, now)
    await revive(tx, merges, now)
  })
  await checkStayWithin(tx, scope, concerned)
  await tx.updateTable('contact_change').set({ undone_at: now }).where('id', '=', change.id).execute()
  return change
}

async function takeChange(
  tx: TenantTx,
  { contactId, changeId }: { readonly contactId: ContactId; readonly changeId: ContactChangeId },
  now: Date,
): Promise<TakenChange & { readonly concerned: readonly ContactId[] }> {
  const row = await tx
    .selectFrom('contact_change')
    .selectAll()
    .where('id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  const merges = row ? await takeMerges(tx, row.id, row.before?.ownerId) : []
  const concerned = [
    row?.contact_id ?? [],
    ...merges.map(({ from_id, into_id }) => [from_id, into_id]),
  ].flat()
  if (!row || !concerned.includes(contactId)) throw new Failure('contact.not-found', { id: contactId })
  const isIntact = merges.every(({ into_id, merged_into }) => merged_into === into_id)
  if (row.undone_at || row.undo_until <= now || !isIntact)
    throw new Failure('contact.undo-over', { hours: changeUndoHours })
  return {
    id: row.id,
    contactId: row.contact_id,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    merges,
    concerned,
  }
}

interface Written {
  readonly before: KeptIdentity
  readonly after: KeptIdentity
}

/** @throws Failure `contact.undo-changed`, `contact.undo-owner`, `contact.archived` */
async function restore(
  tx: TenantTx,
  contactId: ContactId,
  { before, after }: Written,
  now: Date,
): Promise<void> {
  const state = await takeContact(tx, contactId)
  const { added, removed } = differenceOf({ before, after })
  const isAsLeft =
    state.shareLevel === after.shareLevel &&
    state.ownerId === after.ownerId &&
    added.every((value) => state.addresses.includes(value))
  if (!isAsLeft) throw new Failure('contact.undo-changed')
  if (before.ownerId) await requireOwner(tx, before.ownerId)
  const addresses = [...state.addresses.filter((value) => !added.includes(value)), ...removed]
  const target = { ...state, shareLevel: before.shareLevel, ownerId: before.ownerId, addresses }
  await checkNamed(tx, target)
  await writeContact(tx, state, target, now)
}

function differenceOf({ before, after }: Written) {
  return {
    added: after.addresses.filter((value) => !before.addresses.includes(value)),
    removed: before.addresses.filter((value) => !after.addresses.includes(value)),
  }
}

/**
 * The key of addresses keeps contacts apart, and not personal contacts and users.
 * @throws Failure `contact.undo-taken`
 */
async function refusingTaken(
  tx: TenantTx,
  addresses: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const [ofUser] = await findAddressesOfUsers(tx, addresses)
  if (ofUser !== undefined) throw new Failure('contact.undo-taken')
  try {
    await work()
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error
    if (brokenConstraint(cause) === 'address_pkey') throw new Failure('contact.undo-taken', {}, error)
    throw error
  }
}

/** The changes that involve a contact whom the reader sees, newest first. Contacts beyond `scope` are counted, and not named. */
export function findChangesOf(
  tx: TenantTx,
  scope: AccessScope,
  contact: KeptChange['contact'],
  now: Date,
): Promise<KeptChange[]> {
  const { id } = contact
  const which = sql<boolean>`(change.contact_id = ${id} or change.id in (
    select change_id from contact_merge where ${id} in (from_id, into_id)))`
  return findChanges(tx, scope, { which, contact }, now)
}

/** One change for display to the user who made it. @throws Failure `contact.not-found` */
export async function requireChange(
  tx: TenantTx,
  scope: AccessScope,
  { id, contact }: { readonly id: ContactChangeId; readonly contact: KeptChange['contact'] },
  now: Date,
): Promise<KeptChange> {
  const [change] = await findChanges(tx, scope, { which: sql<boolean>`change.id = ${id}`, contact }, now)
  if (!change) throw new Failure('contact.not-found')
  return change
}

interface Asked {
  readonly which: RawBuilder<boolean>
  /** The contact that the reader asks about. */
  readonly contact: KeptChange['contact']
}

interface ChangeRow extends Selectable<ContactChangeTable> {
  readonly contact_name: string
  readonly is_within: boolean
  readonly merges: ContactMerge[] | null
  readonly hidden_merges: number
}

async function findChanges(
  tx: TenantTx,
  scope: AccessScope,
  { which, contact }: Asked,
  now: Date,
): Promise<KeptChange[]> {
  const seen = sql`${contactWithin(scope, sql`source`)} and ${contactWithin(scope, sql`target`)}`
  const { rows } = await sql<ChangeRow>`
    select change.*, contact.name as contact_name, ${contactWithin(scope, sql`contact`)} as is_within, merged.*
    from contact_change change
    join contact on contact.tenant_id = change.tenant_id and contact.id = change.contact_id
    cross join lateral (
      select json_agg(json_build_object('id', merge.id,
        'from', json_build_object('id', source.id, 'name', source.name),
        'into', json_build_object('id', target.id, 'name', target.name)) order by source.name, source.id)
        filter (where ${seen}) as merges,
        count(*) filter (where not (${seen}))::int as hidden_merges
      from contact_merge merge
      join contact source on source.tenant_id = merge.tenant_id and source.id = merge.from_id
      join contact target on target.tenant_id = merge.tenant_id and target.id = merge.into_id
      where merge.tenant_id = change.tenant_id and merge.change_id = change.id) merged
    where ${which} order by change.at desc, change.id desc limit 200`.execute(tx)
  return rows.map((row) => toKeptChange(row.is_within ? row : withoutContact(row, contact), now))
}

/** For a reader who does not see the contact that was changed. */
const withoutContact = (row: ChangeRow, { id, name }: KeptChange['contact']): ChangeRow => ({
  ...row,
  contact_id: id,
  contact_name: name,
  before: null,
  after: null,
})

function toKeptChange(row: ChangeRow, now: Date): KeptChange {
  const { before, after, hidden_merges: hiddenMerges } = row
  const isShared = before && after && before.shareLevel !== after.shareLevel
  const isOpen = row.is_within && hiddenMerges === 0 && !row.undone_at && row.undo_until > now
  return {
    id: row.id,
    contact: { id: row.contact_id, name: row.contact_name },
    at: row.at.toISOString(),
    by: row.by_name,
    ...(isShared && { shareLevels: { old: before.shareLevel, new: after.shareLevel } }),
    ...(before && after ? differenceOf({ before, after }) : { added: [], removed: [] }),
    merges: row.merges ?? [],
    ...(hiddenMerges > 0 && { hiddenMerges }),
    closed: row.closed,
    ...(isOpen && { undoUntil: row.undo_until.toISOString() }),
    ...(row.undone_at && { undoneAt: row.undone_at.toISOString() }),
  }
}
