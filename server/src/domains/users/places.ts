/** The groups and permission profiles of users. */
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { groupPeople } from '#domains/groups/group-people.ts'
import { profileMembers } from '#domains/permissions/profile-members.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Membership } from '#platform/memberships.ts'
import { lockInOrder, movedOf, type Moving, type Place, placePeople } from '#platform/places.ts'

/** All groups and profiles of a user after a change; absent ones do not change. */
export interface UserPlaces {
  readonly id: UserId
  readonly groupIds?: readonly GroupId[] | undefined
  readonly profileIds?: readonly PermissionProfileId[] | undefined
}

/** Locks the groups and profiles that a user will join or leave, and then users with `lockUsers`. */
export function lockMoves<T>(
  tx: TenantTx,
  { id: person, groupIds, profileIds }: UserPlaces,
  lockUsers: () => Promise<T>,
): Promise<T> {
  const moved = (of: Membership, holders: readonly string[] | undefined): Moving[] =>
    holders ? [{ of, ids: movedOf(of, [{ person, holders }]) }] : []
  return lockInOrder(
    tx,
    [...moved(groupPeople.member, groupIds), ...moved(profileMembers, profileIds)],
    lockUsers,
  )
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
