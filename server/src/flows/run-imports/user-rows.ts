import type { UserId } from '@verbatim/contract/ids.ts'
import { failures } from '@verbatim/contract/errors.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { groupPeople } from '#domains/groups/group-people.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { checkGiven } from '#domains/permissions/giving.ts'
import { profileMembers } from '#domains/permissions/profile-members.ts'
import type { Audited } from '#domains/audit/commands.ts'
import { auditedInvitation, auditedUser } from '#domains/users/audited.ts'
import { type UserFields, type UserUpdate, updateUsers } from '#domains/users/changes.ts'
import { createUsers, type NewUser } from '#domains/users/commands.ts'
import { checkRoles, type Side } from '#domains/users/model.ts'
import {
  findGroupsOf,
  findProfilesOf,
  findUsersByEmail,
  type Named,
  type UserRow,
} from '#domains/users/queries.ts'
import { readPhone } from '#domains/users/phone.ts'
import { addedOf, type Move } from '#domains/audit/moves.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Membership } from '#platform/memberships.ts'
import { holdersOf } from '#platform/places.ts'
import type { Batch, RowResult } from './kind.ts'
import { collect, failedPlan, planEach, recordPlans, type RowPlan } from './plans.ts'
import { openPhones, type Phones, retryWhenPhonesTaken } from './phones.ts'
import { openSuperAdmins, type SuperAdmins } from './super-admins.ts'
import type { MembershipId, UserValue } from './user-kind.ts'

type Planned = RowPlan<NewUser, UserUpdate>

/** Imports a batch of users: adds new ones, and updates existing ones. */
export function applyUsers(
  tx: TenantTx,
  side: Side,
  batch: Batch<UserValue>,
  now: Date,
): Promise<RowResult[]> {
  return retryWhenPhonesTaken(tx, () => apply(tx, side, batch, now))
}

async function apply(
  tx: TenantTx,
  side: Side,
  { actor, settings, rows }: Batch<UserValue>,
  now: Date,
): Promise<RowResult[]> {
  const memberships = await takeMemberships(tx, side, rows)
  const emails = rows.map(({ email }) => email.toLowerCase())
  const superAdmins = await openSuperAdmins(tx, usersWith(emails))
  const { country } = await requireOrganization(tx)
  const known = await findUsersByEmail(tx, emails)
  const place: Place = {
    side,
    country,
    superAdmins,
    phones: await openPhones(
      tx,
      rows.flatMap(({ phoneNumber }) => readPhone(phoneNumber, country) ?? []),
    ),
    actor,
    settings,
    ...memberships,
    present: await findPresent(tx, side, [...known.values()]),
  }
  const planned = planEach(
    rows,
    (value) => plan(place, value, known.get(value.email.toLowerCase()), now),
    failedPlan,
  )
  const created = await createUsers(tx, actor, collect(planned, 'create'), now)
  await updateUsers(tx, collect(planned, 'update'))
  // Another request may invite the same person at the same time.
  const done = planned.map((one): Planned =>
    one.create && !created.has(one.create.id) ? failedPlan(failures['user.email-taken'].message) : one,
  )
  await recordPlans(tx, actor, done, now)
  return done.map(({ result }) => result)
}

interface Place extends Pick<Batch<UserValue>, 'actor' | 'settings'> {
  readonly side: Side
  readonly country: string
  readonly superAdmins: SuperAdmins
  readonly phones: Phones
  /** Groups or profiles, by the key of their name. */
  readonly named: ReadonlyMap<string, NamedMembership>
  /** The permissions that profiles grant. */
  readonly brings: ReadonlyMap<MembershipId, readonly Permission[]>
  readonly present: ReadonlyMap<UserId, readonly NamedMembership[]>
}

function plan(place: Place, value: UserValue, known: UserRow | undefined, now: Date): Planned {
  const phone = phoneOf(value, place)
  const memberships = membershipsOf(value, place)
  checkRoles(place.actor, known?.role ?? 'none', value.role ?? known?.role ?? 'none')
  const before = (known && place.present.get(known.id)) ?? []
  const move: Move<MembershipId> = { of: heldBy[place.side], before, after: memberships }
  const added = addedOf(move)
  checkGiven(
    place.actor,
    added.flatMap(({ id }) => place.brings.get(id) ?? []),
  )
  return known
    ? planUpdate(place, { value, known, phone, move })
    : planCreate(place, { value, phone, move }, now)
}

function phoneOf({ phoneNumber }: UserValue, { country }: Place): string | undefined {
  if (phoneNumber === '') return undefined
  const phone = readPhone(phoneNumber, country)
  if (phone === undefined) throw new Failure('user.bad-phone')
  return phone
}

/** @throws Failure naming the first name that does not exist */
function membershipsOf({ memberships }: UserValue, { named, side }: Place): NamedMembership[] {
  const noun = side === 'platform' ? 'permission profile' : 'group'
  if (memberships.length === 0) throw new Unplanned(`At least one ${noun} is required`)
  return [
    ...new Set(
      memberships.map((name) => {
        const one = named.get(nameKey(name))
        if (!one) throw new Unplanned(`The ${noun} “${name.slice(0, 100)}” doesn’t exist.`)
        return one
      }),
    ),
  ]
}

/** A row that is not possible, with a specific reason. */
class Unplanned extends Failure {
  constructor(reason: string) {
    super('request.invalid')
    this.message = reason
  }
}

interface Given {
  readonly value: UserValue
  readonly phone: string | undefined
  readonly move: Move<MembershipId>
}

function planCreate({ side, settings, superAdmins, phones }: Place, given: Given, now: Date): Planned {
  const { value, phone, move } = given
  const { email, firstName, lastName, role = 'none', messengerRole = 'none' } = value
  const id = newId<UserId>(now)
  const name = `${firstName} ${lastName}`
  if (phone !== undefined) phones.claim({ id, name }, phone)
  if (role === 'super_admin') superAdmins.add(id)
  const mailDue = settings.sendInvitations
  return {
    result: { outcome: 'created', targetId: id, version: 1, mailDue },
    create: {
      id,
      email,
      firstName,
      lastName,
      role,
      messengerRole,
      source: 'import',
      ...(phone && { phoneNumber: phone, addresses: [phone] }),
      ...(mailDue && { invitedAt: now }),
      ...membersOf(side, move.after),
    },
    audited: auditedInvitation({ id, name, email, ...(role === 'none' ? { messengerRole } : { role }) }, [
      move,
    ]),
  }
}

function planUpdate(
  { side, settings, superAdmins, phones }: Place,
  { value, known, phone, move }: Given & { readonly known: UserRow },
): Planned {
  const uses = side === 'platform' ? known.role : known.messenger_role
  if (uses !== 'none' && settings.existing === 'skip')
    return { result: { outcome: 'skipped', reason: failures['user.email-taken'].message } }
  const after: UserFields = {
    first_name: value.firstName,
    last_name: value.lastName,
    phone_number: phone ?? known.phone_number,
    role: value.role ?? known.role,
    messenger_role: value.messengerRole ?? known.messenger_role,
    enabled: known.enabled,
  }
  const audited = uses === 'none' ? auditedAdmission(known, after, move) : auditedUser(known, after, [move])
  if (audited.length === 0) return { result: { outcome: 'skipped', reason: 'Nothing to change.' } }
  if (phone !== undefined && phone !== known.phone_number)
    phones.claim({ id: known.id, name: known.display_name }, phone)
  superAdmins.change(known, after.role)
  return {
    result: {
      outcome: 'updated',
      targetId: known.id,
      version: known.version + 1,
      before: { ...fieldsOf(known), memberships: move.before.map(({ id }) => id) },
      mailDue: uses === 'none' && settings.sendInvitations,
    },
    update: { before: known, after, ...membersOf(side, move.after) },
    audited,
  }
}

/** A user of the other application is invited to this one, as by the form; a new name or number is a change of its own. */
function auditedAdmission(known: UserRow, after: UserFields, move: Move): Audited[] {
  const { id, email, role, messenger_role } = known
  const name = `${after.first_name} ${after.last_name}`
  const invited = {
    ...(after.role !== role && { role: after.role }),
    ...(after.messenger_role !== messenger_role && { messengerRole: after.messenger_role }),
  }
  return [
    ...auditedInvitation({ id, name, email, ...invited }, [move]),
    ...auditedUser(known, { ...after, role, messenger_role }, []),
  ]
}

/** The values that an undo restores. */
const fieldsOf = (row: UserFields): UserFields => ({
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number,
  role: row.role,
  messenger_role: row.messenger_role,
  enabled: row.enabled,
})

export type NamedMembership = Named<MembershipId>

/** The memberships of a platform user and of a messenger user. */
export const heldBy = { platform: 'permissionProfiles', messenger: 'groups' } as const satisfies Record<
  Side,
  Move['of']
>

export const membershipOf = {
  platform: profileMembers,
  messenger: groupPeople.member,
} as const satisfies Record<Side, Membership>

/** Memberships by the names in the rows. */
export function membersOf(
  side: Side,
  memberships: readonly NamedMembership[],
): Pick<UserUpdate, 'groupIds' | 'profileIds'> {
  const ids = memberships.map(({ id }) => id)
  return side === 'platform' ? { profileIds: ids as never } : { groupIds: ids as never }
}

const usersWith = (emails: readonly string[]) =>
  sql`select id from tenant_user where email_key = any(${emails}::text[])`

/** The groups or profiles named in a batch. Locks them before people, with those that people of the batch may leave. */
async function takeMemberships(
  tx: TenantTx,
  side: Side,
  rows: readonly UserValue[],
): Promise<Pick<Place, 'named' | 'brings'>> {
  const keys = [...new Set(rows.flatMap(({ memberships }) => memberships.map(nameKey)))]
  const read =
    side === 'platform'
      ? sql`select id, name, name_key, permissions from permission_profile`
      : sql`select id, name, name_key, null as permissions from conversation_group`
  const emails = rows.map(({ email }) => email.toLowerCase())
  const found = await sql<NamedMembership & { name_key: string; permissions: Permission[] | null }>`
    ${read} where name_key = any(${keys}::text[]) or id in (${holdersOf(membershipOf[side], usersWith(emails))})
    order by id for no key update`.execute(tx)
  return {
    named: new Map(found.rows.map(({ id, name, name_key }) => [name_key, { id, name }])),
    brings: new Map(found.rows.map(({ id, permissions }) => [id, permissions ?? []])),
  }
}

/** The memberships of people. */
export function findPresent(
  tx: TenantTx,
  side: Side,
  known: readonly UserRow[],
): Promise<ReadonlyMap<UserId, readonly NamedMembership[]>> {
  const ids = known.map(({ id }) => id)
  return side === 'platform' ? findProfilesOf(tx, ids) : findGroupsOf(tx, ids)
}
