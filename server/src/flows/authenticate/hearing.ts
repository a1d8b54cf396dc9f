import { type Slice, sliceAccess, slices } from '@verbatim/contract/changes.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { findActor } from '#domains/permissions/queries.ts'
import type { TenantTx } from '#platform/db.ts'

/** What the messenger shows. */
const messengerSlices: readonly Slice[] = ['messages', 'conversations']

/** The slices of whose changes a user is told; undefined for one who is unknown or disabled. */
export async function findHeardSlices(
  tx: TenantTx,
  userId: UserId,
  acting: Parameters<typeof findActor>[2] = {},
): Promise<ReadonlySet<string> | undefined> {
  const actor = await findActor(tx, userId, acting)
  if (!actor) return undefined
  const { permissions, messengerRole } = actor
  const hears = (slice: Slice) => {
    if (messengerRole !== 'none' && messengerSlices.includes(slice)) return true
    return sliceAccess[slice]?.some((permission) => permissions.has(permission)) ?? true
  }
  return new Set(slices.filter(hears))
}
