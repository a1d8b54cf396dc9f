import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { getUserEffect } from '@verbatim/contract/users.ts'
import { findAllProfiles } from '#domains/permissions/profile-queries.ts'
import { requireMemberships } from '#domains/users/changes.ts'
import { requireUser } from '#domains/users/queries.ts'
import { isWithin } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Holding, toEffect } from './access-effect.ts'
import { findCells } from './message-cells.ts'

/**
 * The effect of another role or other profiles on one user's access.
 * @throws Failure `user.not-found`, `user.unknown-profile`
 */
export async function findUserEffect(
  tx: TenantTx,
  id: UserId,
  { role, permissionProfileIds }: InputOf<typeof getUserEffect>['body'],
): Promise<AccessEffect> {
  const user = await requireUser(tx, 'platform', id)
  await requireMemberships(tx, { profileIds: permissionProfileIds })
  const known = await findAllProfiles(tx)
  const profilesOf = (ids: readonly PermissionProfileId[]) =>
    known.filter((profile) => ids.includes(profile.id))
  const had = user.permissionProfiles.map((profile) => profile.id)
  const before: Holding = { role: user.role, profiles: profilesOf(had) }
  const after: Holding = { role: role ?? user.role, profiles: profilesOf(permissionProfileIds ?? had) }
  const moved = (await findCells(tx)).filter(
    (cell) => isWithin(before.profiles, cell) !== isWithin(after.profiles, cell),
  )
  return toEffect(tx, [{ before, after, count: 1, names: [user.fullName] }], moved)
}
