import type { UserId } from '@verbatim/contract/ids.ts'
import type { MessengerUserChange, PlatformUserChange } from '@verbatim/contract/user-drafts.ts'
import { recordAudit, recordAudits } from '#domains/audit/commands.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { checkGivenProfiles } from '#domains/permissions/giving.ts'
import { auditedUser } from '#domains/users/audited.ts'
import { requireMemberships, updateUsers, type UserFields } from '#domains/users/changes.ts'
import { checkAssigned, checkLastSuperAdmin, checkRoles, checkSelf, type Side } from '#domains/users/model.ts'
import {
  countOtherSuperAdmins,
  findGroupsOf,
  findProfilesOf,
  requireForChange,
  type UserRow,
} from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { requirePhone } from '#domains/users/phone.ts'
import { lockMoves } from '#domains/users/places.ts'
import { addedOf } from '#domains/audit/moves.ts'

type Change = Partial<PlatformUserChange & MessengerUserChange>

/**
 * Changes the given fields of a user.
 * @throws Failure `user.not-found`, `user.changed`, `user.email-fixed`, `user.only-super-admin`, `user.beyond-own`, `user.last-super-admin`,
 * `user.self-removal`, `user.needs-role`, `permission-profile.last-profile`, `user.bad-phone`, `user.phone-taken`, `user.phone-of-client`,
 * `user.unknown-group`, `user.unknown-profile`, `permission-profile.beyond-own`
 */
export async function updateUser(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  { side, id, change }: { readonly side: Side; readonly id: UserId; readonly change: Change },
  now: Date,
): Promise<void> {
  const { expectedVersion, groupIds, permissionProfileIds: profileIds } = change
  const { others, before } = await lockMoves(tx, { id, groupIds, profileIds }, async () => ({
    others: await countOtherSuperAdmins(tx, id),
    before: await requireForChange(tx, side, id),
  }))
  requireVersion('user.changed', before.version, expectedVersion)
  const isOtherEmail = change.email !== undefined && change.email.toLowerCase() !== before.email_key
  if (isOtherEmail) throw new Failure('user.email-fixed', { field: 'email' })
  const after = await toFields(tx, before, change)
  checkRoles(actor, before.role, after.role)
  checkLastSuperAdmin(before, after, others)
  if (side === 'platform') checkAssigned(before, after.role, profileIds?.length)
  if (before.enabled && !after.enabled) checkSelf(actor, before)
  const moves = await findMoves(tx, id, await requireMemberships(tx, { groupIds, profileIds }))
  const givenProfiles = moves.profiles ? addedOf(moves.profiles) : []
  await checkGivenProfiles(
    tx,
    actor,
    givenProfiles.map((profile) => profile.id),
  )
  await updateUsers(tx, [{ before, after, groupIds, profileIds }])
  if (before.enabled !== after.enabled) await identityAdmin[after.enabled ? 'enable' : 'disable'](tx, id)
  const made = [moves.groups, moves.profiles].filter((move) => !!move)
  await recordAudits(tx, actor, auditedUser(before, after, made), now)
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

/** The groups and profiles of a user before and after; those not given do not change. */
async function findMoves(
  tx: TenantTx,
  id: UserId,
  { groups, profiles }: Awaited<ReturnType<typeof requireMemberships>>,
) {
  const had = {
    groups: groups && (await findGroupsOf(tx, [id])).get(id),
    profiles: profiles && (await findProfilesOf(tx, [id])).get(id),
  }
  return {
    groups: groups && ({ of: 'groups', before: had.groups ?? [], after: groups } as const),
    profiles:
      profiles && ({ of: 'permissionProfiles', before: had.profiles ?? [], after: profiles } as const),
  }
}

/**
 * Makes another user enrol an authenticator again at their next sign-in. Users replace their own with its code, in Account
 * Settings: an open session alone must not remove it. Source: docs/decisions/0018.
 * @throws Failure `user.not-found`, `user.self-second-step`, `user.only-super-admin`, `user.beyond-own`
 */
export async function resetSecondStep(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  { side, id }: { readonly side: Side; readonly id: UserId },
  now: Date,
): Promise<void> {
  const user = await requireForChange(tx, side, id)
  if (actor.userId === user.id) throw new Failure('user.self-second-step')
  checkRoles(actor, user.role, user.role)
  await identityAdmin.resetSecondStep(tx, user.id)
  const target = { kind: 'user', id: user.id, name: user.display_name }
  const changes = [{ field: 'secondStep', old: null, new: 'reset' }]
  await recordAudit(tx, actor, { type: 'second_step_reset', target, changes }, now)
}
