/** Figures divided by channel and group, and narrowed to some, as one would count them by hand. */
import type { GroupId } from '@verbatim/contract/ids.ts'
import { grantedGroups } from '#access/scope.ts'
import type { AskedParts, ScopedDimension, ScopedFilter } from '#domains/metrics/scoped-parts.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** Groups of which parts can have the names. */
export async function nameGroups(tx: TenantTx, groups: readonly GroupId[]): Promise<void> {
  const rows = groups.map((id, at) => ({ id, name: `Group ${at}`, name_key: `group ${at}` }))
  await tx.insertInto('conversation_group').values(rows).execute()
}

/** What is divided: each has one channel or several, and one group or several. */
export interface Divisible {
  readonly channel: string
  readonly group_ids: readonly string[]
}

export const isOf =
  ({ channel, group }: ScopedFilter) =>
  (one: Divisible): boolean =>
    (channel?.includes(one.channel) ?? true) && (group?.some((id) => one.group_ids.includes(id)) ?? true)

/** Each division, of all and narrowed to each of some values. */
export function divisionsOf(channels: readonly string[], groups: readonly string[]): AskedParts[] {
  const filters: ScopedFilter[] = [
    {},
    ...channels.map((channel) => ({ channel: [channel] })),
    ...groups.map((group) => ({ group: [group] })),
  ]
  return filters.flatMap((only) => (['channel', 'group'] as const).map((by) => ({ by, only })))
}

/** The values that parts may have for a reader: all channels, and the groups whose names they may know. */
export function keysOf(
  { by, only }: AskedParts,
  reader: AccessScope,
  all: Readonly<Record<ScopedDimension, readonly string[]>>,
): string[] {
  const granted: 'all' | readonly string[] = grantedGroups(reader)
  return all[by].filter(
    (key) =>
      (only[by]?.includes(key) ?? true) && (by === 'channel' || granted === 'all' || granted.includes(key)),
  )
}

/** In the order of their keys. */
export const inOrder = <Part extends { readonly key: string }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((one, other) => (one.key < other.key ? -1 : 1))
