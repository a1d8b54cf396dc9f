/** Administrators' changes of contacts. Every change is audited in the same transaction. */
import type { ContactChange, ContactDraft, ContactEdit } from '@verbatim/contract/contacts.ts'
import { type ContactAfter, type ContactEffect, hasConsequences } from '@verbatim/contract/contact-changes.ts'
import type { ContactChangeId, ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { titleReaderOf } from '#access/shown-title.ts'
import { type Audited, changedFields, recordAudit, recordAudits } from '#domains/audit/commands.ts'
import {
  archiveContact,
  checkAddresses,
  checkNamed,
  lockContacts,
  lockOwners,
  refusingDuplicates,
  takeContact,
  writeContact,
} from '#domains/contacts/changes.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { keepChange, requireChange, undoChange } from '#domains/contacts/kept-changes.ts'
import { requireContact } from '#domains/contacts/list-queries.ts'
import { checkStayWithin, checkWithin } from '#domains/contacts/within.ts'
import { mergeContact } from '#domains/contacts/merges.ts'
import type { ContactFields, ContactState } from '#domains/contacts/model.ts'
import { closeConversations, reopenConversations } from '#domains/messages/closing-commands.ts'
import { nameInGroups } from '#domains/groups/group-people.ts'
import { type Move, auditedByEach, changesOfMoves } from '#domains/audit/moves.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { auditedMerge, auditedUndo } from './audited-merges.ts'
import { type Consequences, findConsequences } from './consequences.ts'
import { readChange, readFields } from './read-fields.ts'

/**
 * Creates a contact.
 * @throws Failure `contact.bad-phone`, `contact.duplicate-global`, `contact.duplicate-personal`,
 * `contact.address-of-user`, `contact.unknown-group`, `contact.unknown-owner`, `contact.beyond-scope`
 */
export async function addContact(
  tx: TenantTx,
  actor: Actor,
  draft: ContactDraft,
  now: Date,
): Promise<ContactId> {
  const fields = await readFields(tx, draft)
  const id = newId<ContactId>(now)
  await lockContacts(tx, { id, groupIds: fields.groupIds, mergeIds: [] })
  await checkNamed(tx, fields)
  await checkAddresses(tx, actor.scope, fields)
  const { ownerId, ...rest } = fields
  const move = await findMove(tx, [], fields.groupIds)
  await refusingDuplicates(fields, () =>
    createContacts(tx, [{ id, ...rest, ...(ownerId && { ownerId }) }], now, { refuses: true }),
  )
  await checkStayWithin(tx, actor.scope, [id])
  const { changes, counts } = changesOfMoves([move])
  await recordAudits(
    tx,
    actor,
    [
      ...auditedByEach([move], { name: nameInGroups(fields), as: 'contacts' }),
      {
        type: 'contact_created',
        target: { kind: 'contact', id, name: fields.name },
        changes: [...changedFields({}, await wordsOf(tx, fields)), ...changes],
        counts,
      },
    ],
    now,
  )
  return id
}

/** The consequences of a change, without making it. @throws Failure `access.denied` if the change would be refused */
export async function findContactEffect(
  tx: TenantTx,
  actor: Actor,
  { id, edit }: { readonly id: ContactId; readonly edit: ContactEdit },
): Promise<ContactEffect> {
  await checkWithin(tx, actor.scope, id)
  await lockOwners(tx, id, edit)
  const before = await takeContact(tx, id)
  const after = await readChange(tx, before, edit)
  checkShareLevel(actor, before, after)
  await checkNamed(tx, after)
  return (await findConsequences(tx, titleReaderOf(actor), before, after)).effect
}

/**
 * Changes a contact and applies the consequences: closes conversations and merges contacts. They must be the confirmed ones; who
 * names none gets those that there are.
 * @throws Failure `contact.changed`, `contact.effect-changed` and those of `addContact`
 */
export async function updateContact(
  tx: TenantTx,
  actor: Actor,
  { id, change }: { readonly id: ContactId; readonly change: ContactChange },
  now: Date,
): Promise<ContactAfter> {
  await checkWithin(tx, actor.scope, id)
  const confirmed = change.confirmed ?? (await foresee(tx, actor, { id, edit: change }))
  // Only these contacts are merged: the change may touch them and no others.
  await lockContacts(tx, { id, groupIds: change.groupIds, mergeIds: confirmed.mergeIds, owner: change })
  const before = await takeContact(tx, id)
  requireVersion('contact.changed', before.version, change.expectedVersion)
  const after = await readChange(tx, before, change)
  checkShareLevel(actor, before, after)
  await checkNamed(tx, after)
  const { effect, closings, reason } = await findConsequences(tx, titleReaderOf(actor), before, after)
  checkConfirmed(effect, confirmed)
  const { mergeInto } = effect
  if (!mergeInto) await write(tx, actor, { before, after, effect }, now)
  const changeId = hasConsequences(effect)
    ? await carryOut(tx, actor, { before, after, effect, closings, reason }, now)
    : undefined
  const afterwards = mergeInto?.id ?? id
  await checkStayWithin(tx, actor.scope, [afterwards])
  const contact = await requireContact(tx, actor.scope, afterwards)
  const kept =
    changeId &&
    (await requireChange(
      tx,
      actor.scope,
      { id: changeId, contact: { id: contact.id, name: contact.name } },
      now,
    ))
  return { ...contact, ...(kept && { change: kept }) }
}

type Kept = Pick<ContactFields, 'shareLevel'> & { readonly ownerId?: UserId | undefined }

/** @throws Failure `access.denied` */
function checkShareLevel(actor: Actor, before: Kept, after: Kept): void {
  const isMoved =
    before.shareLevel !== after.shareLevel ||
    (after.shareLevel === 'personal' && before.ownerId !== after.ownerId)
  const permission = 'contacts.change_share_level'
  if (isMoved && !actor.permissions.has(permission)) throw new Failure('access.denied', { permission })
}

type Confirmed = NonNullable<ContactChange['confirmed']>

/** The consequences that a change has now. Nothing stays locked, because a change locks its contacts in a fixed order. */
async function foresee(
  tx: TenantTx,
  actor: Actor,
  asked: Parameters<typeof findContactEffect>[2],
): Promise<Confirmed> {
  await sql`savepoint foresight`.execute(tx)
  const effect = await findContactEffect(tx, actor, asked)
  await sql`rollback to savepoint foresight`.execute(tx)
  return confirmedBy(effect)
}

const confirmedBy = ({ mergeInto, merged, conversations }: ContactEffect): Confirmed => ({
  mergeIds: [...(mergeInto ? [mergeInto] : []), ...merged].map(({ id }) => id),
  conversations,
})

/** The change must match the consequences that were shown. @throws Failure `contact.effect-changed` */
function checkConfirmed(effect: ContactEffect, confirmed: Confirmed): void {
  const found = confirmedBy(effect)
  const isSame =
    confirmed.conversations === found.conversations &&
    confirmed.mergeIds.length === found.mergeIds.length &&
    found.mergeIds.every((id) => confirmed.mergeIds.includes(id))
  if (!isSame) throw new Failure('contact.effect-changed')
}

interface Saved {
  readonly before: ContactState
  readonly after: ContactFields
  readonly effect: ContactEffect
}

/** Closes conversations and merges contacts after a change, and stores that so that all of it can be undone together. */
async function carryOut(
  tx: TenantTx,
  actor: Actor,
  { before, after, effect, closings, reason }: Saved & Omit<Consequences, 'effect'>,
  now: Date,
): Promise<ContactChangeId> {
  const changeId = newId<ContactChangeId>(now)
  const closed = await closeConversations(tx, closings, { closingId: changeId, reason }, now)
  const { mergeInto, merged } = effect
  const kept = { id: changeId, contactId: before.id, by: actor.name, closed }
  await keepChange(tx, { ...kept, ...(!mergeInto && { written: { before, after } }) }, now)
  const into = mergeInto ?? { id: before.id, name: after.name }
  const merging = mergeInto ? [before] : merged
  await takeContact(tx, into.id)
  // As many as there are owners who know the number: a handful.
  for (const { id } of merging)
    await mergeContact(tx, { from: await takeContact(tx, id), into: into.id, changeId }, now)
  await recordAudits(
    tx,
    actor,
    merging.flatMap((from) => auditedMerge(from, into)),
    now,
  )
  return changeId
}

/** The contact with the requested fields. */
async function write(tx: TenantTx, actor: Actor, { before, after, effect }: Saved, now: Date): Promise<void> {
  await writeContact(tx, before, after, now)
  const target = { kind: 'contact', id: before.id, name: after.name }
  const move = await findMove(tx, before.groupIds, after.groupIds)
  const moved = changesOfMoves([move])
  const changes = [...changedFields(await wordsOf(tx, before), await wordsOf(tx, after)), ...moved.changes]
  if (changes.length === 0) return
  const counts = { ...moved.counts, conversationsClosed: effect.conversations }
  await recordAudits(
    tx,
    actor,
    [
      ...auditedByEach([move], { name: nameInGroups(after), as: 'contacts' }),
      { type: 'contact_updated', target, changes, counts },
    ],
    now,
  )
}

/** The groups that a contact was in and is in, by name. */
async function findMove(tx: TenantTx, before: readonly GroupId[], after: readonly GroupId[]): Promise<Move> {
  const rows = await tx
    .selectFrom('conversation_group')
    .select(['id', 'name'])
    .where('id', '=', sql<GroupId>`any(${[...before, ...after]}::uuid[])`)
    .execute()
  const named = (ids: readonly GroupId[]) => rows.filter(({ id }) => ids.includes(id))
  return { of: 'groups', before: named(before), after: named(after) }
}

/** Archives a contact. @throws Failure `contact.not-found`, `contact.changed`, `contact.archived` */
export async function removeContact(
  tx: TenantTx,
  actor: Actor,
  { id, expectedVersion }: Seen<ContactId>,
  now: Date,
): Promise<void> {
  await checkWithin(tx, actor.scope, id)
  const before = await takeContact(tx, id)
  requireVersion('contact.changed', before.version, expectedVersion)
  await archiveContact(tx, { id }, now)
  const target = { kind: 'contact', id, name: before.name }
  const changes = changedFields(await wordsOf(tx, before), {})
  await recordAudit(tx, actor, { type: 'contact_deleted', target, changes }, now)
}

/**
 * Undoes a change with all its consequences.
 * @returns The contact that was changed.
 * @throws Failure `contact.undo-over`, `contact.undo-taken`, `contact.undo-changed`, `contact.undo-owner`,
 * `contact.not-found`, `contact.beyond-scope`, `access.denied`
 */
export async function undoContactChange(
  tx: TenantTx,
  actor: Actor,
  given: { readonly contactId: ContactId; readonly changeId: ContactChangeId },
  now: Date,
): Promise<ContactId> {
  await checkWithin(tx, actor.scope, given.contactId)
  const { id, contactId, before, after, merges } = await undoChange(tx, actor.scope, given, now)
  if (before && after) checkShareLevel(actor, after, before)
  const conversationsReopened = await reopenConversations(tx, id)
  const { name } = await requireContact(tx, actor.scope, contactId)
  const revived = auditedUndo(
    { id: contactId, name },
    merges.map(({ from_id, from_name }) => ({ id: from_id, name: from_name })),
  )
  const changes = [
    ...changedFields(after ? await wordsOf(tx, after) : {}, before ? await wordsOf(tx, before) : {}),
    ...revived.changes,
  ]
  const target = { kind: 'contact', id: contactId, name }
  const counts = { conversationsReopened }
  const undone: Audited = { type: 'contact_change_undone', target, changes, counts }
  await recordAudits(tx, actor, [undone, ...revived.ofOthers], now)
  return contactId
}

/** The audit trail's view of a contact, without absent fields. */
interface AuditedContact extends Pick<ContactFields, 'shareLevel' | 'addresses'> {
  readonly name?: string
  readonly ownerId?: ContactFields['ownerId']
}

/** A contact's fields under their names in the audit trail; its owner by name. Its groups are audited as moves. */
async function wordsOf(tx: TenantTx, { name, shareLevel, ownerId, addresses }: AuditedContact) {
  const owner = ownerId
    ? await tx.selectFrom('tenant_user').where('id', '=', ownerId).select('display_name').executeTakeFirst()
    : undefined
  const words = { shareLevel, owner: owner?.display_name, addresses: [...addresses].sort() }
  return name === undefined ? words : { name, ...words }
}
