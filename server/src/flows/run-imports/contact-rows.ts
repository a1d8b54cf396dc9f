import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { changedFields } from '#domains/audit/commands.ts'
import {
  type ContactUpdate,
  findHolders,
  type KnownContact,
  takeContacts,
  updateContacts,
} from '#domains/contacts/bulk-changes.ts'
import { createContacts, type NewContact } from '#domains/contacts/commands.ts'
import { readAddresses, scopeOf } from '#domains/contacts/model.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { auditedByEach, changesOfMoves } from '#domains/audit/moves.ts'
import { groupPeople, nameInGroups } from '#domains/groups/group-people.ts'
import { findGroupsOf } from '#domains/groups/queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { grantedGroups } from '#access/scope.ts'
import { newId } from '#kernel/uuid.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf } from '#platform/places.ts'
import type { ContactValue } from './contact-kind.ts'
import type { Batch, RowResult } from './kind.ts'
import { collect, failedPlan, planEach, recordPlans, type RowPlan } from './plans.ts'
import { retryWhenTaken } from './retry-when-taken.ts'

type Planned = RowPlan<NewContact, ContactUpdate>

/** A row whose names were looked up. */
interface Given {
  readonly value: ContactValue
  readonly ownerId: UserId | undefined
  readonly scope: string
  readonly addresses: readonly string[]
  readonly groups: readonly NamedGroup[]
}

type NamedGroup = KnownContact['groups'][number]

/**
 * Imports a batch of contacts: adds new ones, and updates existing ones, found by number or address within the same scope.
 * An import closes no conversation and merges no contacts: it adds addresses, and removes none.
 */
export function applyContacts(tx: TenantTx, batch: Batch<ContactValue>, now: Date): Promise<RowResult[]> {
  const taken = 'contact.duplicate-global'
  return retryWhenTaken(tx, [taken], () => refusing('address_pkey', taken, () => apply(tx, batch, now)))
}

async function apply(
  tx: TenantTx,
  { actor, settings, rows }: Batch<ContactValue>,
  now: Date,
): Promise<RowResult[]> {
  const given = await readRows(tx, actor.scope, rows)
  const holders = await findHolders(
    tx,
    given.flatMap((row) => (typeof row === 'string' ? [] : row.addresses)),
  )
  const known = await takeContacts(
    tx,
    actor.scope,
    holders.flatMap(({ contact_id }) => contact_id ?? []),
  )
  const place = openPlace(holders, known, settings.existing)
  const planned = given.map((row): Planned =>
    typeof row === 'string' ? failedPlan(row) : plan(place, row, now),
  )
  await createContacts(tx, collect(planned, 'create'), now, { refuses: true })
  await updateContacts(tx, collect(planned, 'update'), now)
  await recordPlans(tx, actor, planned, now)
  return planned.map(({ result }) => result)
}

/** Looks up groups and owners for all rows at once; returns a text if a row is not possible. */
async function readRows(
  tx: TenantTx,
  scope: AccessScope,
  rows: readonly ContactValue[],
): Promise<(Given | string)[]> {
  const { country } = await requireOrganization(tx)
  const addressesOf = ({ phoneNumber, email }: ContactValue) =>
    readAddresses({ phoneNumbers: phoneNumber ? [phoneNumber] : [], emails: email ? [email] : [] }, country)
  const groupOf = await takeGroups(tx, rows, planEach(rows, addressesOf, () => []).flat())
  const emails = [...new Set(rows.map(({ ownerEmail }) => ownerEmail.toLowerCase()))]
  const owners = await sql<{ id: UserId; email_key: string }>`
    select id, email_key from tenant_user where email_key = any(${emails}::text[]) and removed_at is null
    order by id for share`.execute(tx)
  const ownerIdOf = new Map(owners.rows.map(({ id, email_key }) => [email_key, id]))
  const granted = grantedGroups(scope)
  const groupsOfOwners = await findGroupsOf(tx, [...ownerIdOf.values()])
  const read = (value: ContactValue): Given | string => {
    const { groups: names, ownerEmail, shareLevel } = value
    const unknown = names.find((name) => !groupOf.has(nameKey(name)))
    if (unknown !== undefined) return `The group “${unknown.slice(0, 100)}” doesn’t exist.`
    if (names.length === 0) return 'At least one group is required'
    const ownerId = ownerIdOf.get(ownerEmail.toLowerCase())
    if (ownerEmail !== '' && !ownerId) return failures['contact.unknown-owner'].message
    const chosen = [...new Set(names.flatMap((name) => groupOf.get(nameKey(name)) ?? []))]
    const owned = shareLevel === 'personal' && ownerId ? (groupsOfOwners.get(ownerId) ?? []) : undefined
    const isSeen =
      granted === 'all' || chosen.some(({ id }) => granted.includes(id) && (owned?.includes(id) ?? true))
    if (!isSeen) return failures['contact.beyond-scope'].message
    const scopeId = scopeOf({ shareLevel, ownerId })
    return { value, ownerId, scope: scopeId, addresses: addressesOf(value), groups: chosen }
  }
  return planEach(rows, read, (reason) => reason)
}

/** The groups named in a batch, by the key of their name. Locks them before contacts, with those that known contacts may leave. */
async function takeGroups(
  tx: TenantTx,
  rows: readonly ContactValue[],
  addresses: readonly string[],
): Promise<ReadonlyMap<string, NamedGroup>> {
  const keys = [...new Set(rows.flatMap(({ groups }) => groups.map(nameKey)))]
  const known = sql`select contact_id from address where value = any(${addresses}::text[])`
  const groups = await sql<NamedGroup & { name_key: string }>`
    select id, name, name_key from conversation_group
    where name_key = any(${keys}::text[]) or id in (${holdersOf(groupPeople.contact, known)})
    order by id for no key update`.execute(tx)
  return new Map(groups.rows.map(({ id, name, name_key }) => [name_key, { id, name }]))
}

interface Place {
  readonly existing: 'update' | 'skip'
  /** The contact that has an address within a scope; `user` if it is a user's. */
  readonly holderOf: (scope: string, address: string) => ContactId | 'user' | undefined
  readonly known: ReadonlyMap<ContactId, KnownContact>
  /** Addresses that earlier rows used, as `scope address`. */
  readonly given: Set<string>
  readonly touched: Set<ContactId>
}

function openPlace(
  holders: Awaited<ReturnType<typeof findHolders>>,
  known: Place['known'],
  existing: Place['existing'],
): Place {
  const users = new Set(holders.filter((one) => !one.contact_id).map(({ value }) => value))
  const contacts = new Map(holders.map((one) => [`${one.scope_id} ${one.value}`, one.contact_id]))
  return {
    existing,
    known,
    given: new Set(),
    touched: new Set(),
    holderOf: (scope, address) =>
      users.has(address) ? 'user' : (contacts.get(`${scope} ${address}`) ?? undefined),
  }
}

function plan(place: Place, row: Given, now: Date): Planned {
  const { scope, addresses } = row
  const holders = new Set(addresses.flatMap((address) => place.holderOf(scope, address) ?? []))
  if (holders.has('user')) return failedPlan(failures['contact.address-of-user'].message)
  if (holders.size > 1)
    return failedPlan('The phone number and the email address belong to two different contacts.')
  if (addresses.some((address) => place.given.has(`${scope} ${address}`)))
    return failedPlan('An earlier row has the same phone number or email address.')
  const [id] = holders as Set<ContactId>
  const known = id && place.known.get(id)
  if (known && !known.isWithin) return failedPlan(failures['contact.beyond-scope'].message)
  if (id && (!known || place.touched.has(id))) return failedPlan('An earlier row is about the same contact.')
  for (const address of addresses) place.given.add(`${scope} ${address}`)
  if (!known) return planCreate(row, now)
  place.touched.add(known.id)
  return planUpdate(place, row, known)
}

function planCreate({ value, ownerId, addresses, groups }: Given, now: Date): Planned {
  const { name, shareLevel, ownerEmail } = value
  const id = newId<ContactId>(now)
  const move = { of: 'groups', before: [], after: groups } as const
  const moved = changesOfMoves([move])
  const groupIds = groups.map((group) => group.id)
  return {
    result: { outcome: 'created', targetId: id, version: 1 },
    create: { id, name, shareLevel, addresses, groupIds, ...(ownerId && { ownerId }) },
    audited: [
      ...auditedByEach([move], { name: nameInGroups(value), as: 'contacts' }),
      {
        type: 'contact_created',
        target: { kind: 'contact', id, name },
        changes: [
          ...changedFields(
            {},
            { name, shareLevel, owner: ownerEmail || undefined, addresses: [...addresses].sort() },
          ),
          ...moved.changes,
        ],
        counts: moved.counts,
      },
    ],
  }
}

function planUpdate(
  { existing }: Place,
  { value, scope, addresses, groups }: Given,
  known: KnownContact,
): Planned {
  if (existing === 'skip') return { result: { outcome: 'skipped', reason: 'This contact already exists.' } }
  const { name } = value
  const addressesAdded = addresses.filter((address) => !known.addresses.includes(address))
  const move = { of: 'groups', before: known.groups, after: groups } as const
  const moved = changesOfMoves([move])
  const changes = [
    ...changedFields(
      { name: known.name, addresses: [...known.addresses].sort() },
      { name, addresses: [...known.addresses, ...addressesAdded].sort() },
    ),
    ...moved.changes,
  ]
  if (changes.length === 0) return { result: { outcome: 'skipped', reason: 'Nothing to change.' } }
  const idsOf = (named: readonly NamedGroup[]) => named.map(({ id }) => id)
  return {
    result: {
      outcome: 'updated',
      targetId: known.id,
      version: known.version + 1,
      before: { name: known.name, groupIds: idsOf(known.groups), addressesAdded },
    },
    update: { id: known.id, scope, name, addressesAdded, addressesRemoved: [], groupIds: idsOf(groups) },
    audited: [
      ...auditedByEach([move], { name: nameInGroups({ ...known, name }), as: 'contacts' }),
      {
        type: 'contact_updated',
        target: { kind: 'contact', id: known.id, name },
        changes,
        counts: moved.counts,
      },
    ],
  }
}
