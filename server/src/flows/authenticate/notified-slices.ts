import { type Slice, sliceAccess, slices } from '@verbatim/contract/changes.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { findActors } from '#domains/permissions/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** The slices that the messenger shows. */
const messengerSlices: readonly Slice[] = ['messages', 'conversations']

/** The slices whose changes each user is notified of; none for users who are unknown or disabled. */
export async function findNotifiedSlices(
  tx: TenantTx,
  userIds: readonly UserId[],
  acting: Parameters<typeof findActors>[2] = {},
): Promise<ReadonlyMap<UserId, ReadonlySet<string>>> {
  const actors = await findActors(tx, userIds, acting)
  return new Map(
    actors.map((actor) => [actor.userId, new Set(slices.filter((slice) => isNotified(actor, slice)))]),
  )
}

function isNotified({ permissions, messengerRole }: Actor, slice: Slice): boolean {
  if (messengerRole !== 'none' && messengerSlices.includes(slice)) return true
  const access = sliceAccess[slice]
  return access === 'everyone' || access.some((permission) => permissions.has(permission))
}
