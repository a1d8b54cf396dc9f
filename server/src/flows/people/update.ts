import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { MessengerUserChange, PlatformUserChange } from '@verbatim/contract/users.ts'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { checkGivenProfiles } from '#domains/permissions/giving.ts'
import { checkMemberships, updateUsers, type UserFields } from '#domains/users/changes.ts'
import { checkLastSuperAdmin, checkRoles, checkSelf, type Side } from '#domains/users/model.ts'
import {
  countOtherSuperAdmins,
  findGroupsOf,
  findProfilesOf,
  requireForChange,
  type UserRow,
} from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { requirePhone } from './phone.ts'

type Change = Partial<PlatformUserChange & MessengerUserChange>

/**
 * Changes what is given of somebody.
 * @throws Failure `user.not-found`, `user.changed`, `user.only-super-admin`, `user.beyond-own`, `user.last-super-admin`,
 * `user.self-removal`, `user.bad-phone`, `user.phone-taken`, `user.unknown-group`, `user.unknown-profile`, `permission-profile.beyond-own`
 */
export async function updateUser(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  { side, id, change }: { readonly side: Side; readonly id: UserId; readonly change: Change },
  now: Date,
): Promise<void> {
  // Administrators are locked before anybody else, by everybody in the same order.
  const others = await countOtherSuperAdmins(tx, [id])
  const before = await requireForChange(tx, side, id)
  const { expectedVersion, groupIds, permissionProfileIds: profileIds } = change
  if (expectedVersion !== undefined && expectedVersion !== before.version)
    throw new Failure('user.changed', { version: before.version })
  const after = await toFields(tx, before, change)
  checkRoles(actor, before.role, after.role)
  checkLastSuperAdmin(before, after, others)
  if (before.enabled && !after.enabled) checkSelf(actor, before)
  await checkMemberships(tx, { groupIds, profileIds })
  const moves = await findMoves(tx, id, { groupIds, profileIds })
  await checkGivenProfiles(tx, actor, moves.profiles.added)
  const counts = countMoves(moves)
  await updateUsers(tx, [{ before, after, groupIds, profileIds }])
  if (before.enabled !== after.enabled)
    await identityAdmin[after.enabled ? 'enable' : 'disable'](tx, actor.tenantId, id)
  await tell(tx, actor, { before, after, counts }, now)
}

async function toFields(tx: TenantTx, before: UserRow, change: Change): Promise<UserFields> {
  const { country } = await requireOrganization(tx)
  const { phoneNumber } = change
  return {
    first_name: change.firstName ?? before.first_name,
    last_name: change.lastName ?? before.last_name,
    phone_number:
      phoneNumber === undefined ? before.phone_number : (requirePhone(phoneNumber, country) ?? null),
    role: change.role ?? before.role,
    messenger_role: change.messengerRole ?? before.messenger_role,
    enabled: change.enabled ?? before.enabled,
  }
}

interface Moves<Id> {
  readonly added: readonly Id[]
  readonly removed: readonly Id[]
}

/** Which groups and profiles come and go; those that are not given stay. */
async function findMoves(
  tx: TenantTx,
  id: UserId,
  given: {
    readonly groupIds: readonly GroupId[] | undefined
    readonly profileIds: readonly PermissionProfileId[] | undefined
  },
) {
  const groups = given.groupIds && (await findGroupsOf(tx, [id])).get(id)
  const profiles = given.profileIds && (await findProfilesOf(tx, [id])).get(id)
  return { groups: movesOf(given.groupIds, groups), profiles: movesOf(given.profileIds, profiles) }
}

function movesOf<Id extends string>(
  next: readonly Id[] | undefined,
  now: readonly { readonly id: Id }[] = [],
): Moves<Id> {
  if (!next) return { added: [], removed: [] }
  const present = now.map((one) => one.id)
  return {
    added: next.filter((one) => !present.includes(one)),
    removed: present.filter((one) => !next.includes(one)),
  }
}

function countMoves({ groups, profiles }: Awaited<ReturnType<typeof findMoves>>): Record<string, number> {
  const counts = {
    groupsAdded: groups.added.length,
    groupsRemoved: groups.removed.length,
    permissionProfilesAdded: profiles.added.length,
    permissionProfilesRemoved: profiles.removed.length,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** A change of role stands in the trail by itself: it is what an auditor looks for. */
async function tell(
  tx: TenantTx,
  actor: Actor,
  {
    before,
    after,
    counts,
  }: { readonly before: UserRow; readonly after: UserFields; readonly counts: Record<string, number> },
  now: Date,
): Promise<void> {
  const target = { kind: 'user', id: before.id, name: before.display_name }
  const changes = changedFields(wordsOf(before), wordsOf(after))
  const ofRoles = changes.filter(({ field }) => field === 'role' || field === 'messengerRole')
  const rest = changes.filter((one) => !ofRoles.includes(one))
  if (ofRoles.length > 0)
    await recordAudit(tx, actor, { type: 'user_role_changed', target, changes: ofRoles }, now)
  if (rest.length > 0 || Object.keys(counts).length > 0)
    await recordAudit(tx, actor, { type: 'user_updated', target, changes: rest, counts }, now)
}

/** A person's fields as the trail names them. */
export function wordsOf(row: UserFields) {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    role: row.role,
    messengerRole: row.messenger_role,
    enabled: row.enabled,
  }
}

/** Has somebody enrol an authenticator again at their next sign-in. @throws Failure `user.not-found` */
export async function resetSecondStep(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  { side, id }: { readonly side: Side; readonly id: UserId },
  now: Date,
): Promise<void> {
  const user = await requireForChange(tx, side, id)
  checkRoles(actor, user.role, user.role)
  await identityAdmin.resetSecondStep(tx, actor.tenantId, id)
  const target = { kind: 'user', id, name: user.display_name }
  await recordAudit(tx, actor, { type: 'second_step_reset', target }, now)
}
