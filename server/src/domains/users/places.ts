/** The groups and permission profiles of users. */
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { groupPeople } from '#domains/groups/membership.ts'
import { profileMembers } from '#domains/permissions/membership.ts'
import type { TenantTx } from '#platform/db.ts'
import { lockHolders, movedOf, type Place, placePeople } from '#platform/places.ts'

/** All groups and profiles of a user after a change; absent ones do not change. */
export interface UserPlaces {
  readonly id: UserId
  readonly groupIds?: readonly GroupId[] | undefined
  readonly profileIds?: readonly PermissionProfileId[] | undefined
}

/** Locks the groups and profiles that a user will join or leave. Every change does this before it locks users. */
export async function lockMoves(
  tx: TenantTx,
  { id: person, groupIds, profileIds }: UserPlaces,
): Promise<void> {
  const { member } = groupPeople
  if (groupIds) await lockHolders(tx, member, movedOf(member, [{ person, holders: groupIds }]))
  if (profileIds)
    await lockHolders(tx, profileMembers, movedOf(profileMembers, [{ person, holders: profileIds }]))
}

/** Writes them. The caller has locked the groups and profiles that users join or leave, and then the users. */
export async function placeUsers(tx: TenantTx, users: readonly UserPlaces[]): Promise<void> {
  await placePeople(
    tx,
    groupPeople.member,
    users.flatMap(({ id, groupIds }): Place[] => (groupIds ? [{ person: id, holders: groupIds }] : [])),
  )
  await placePeople(
    tx,
    profileMembers,
    users.flatMap(({ id, profileIds }): Place[] => (profileIds ? [{ person: id, holders: profileIds }] : [])),
  )
}
