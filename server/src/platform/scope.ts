import { type Channel, channels as allChannels } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'

/** Whether a row lies within a scope: in one of its grants' channels and groups. An empty scope holds no row. */
export function withinScope(
  scope: AccessScope,
  row: { readonly channel: RawBuilder<unknown>; readonly groupIds: RawBuilder<unknown> },
): RawBuilder<boolean> {
  if (scope.length === 0) return sql`false`
  const grants = scope.map(({ channels, groupIds }) =>
    groupIds === 'all'
      ? sql`${row.channel} = any(${channels})`
      : sql`(${row.channel} = any(${channels}) and ${row.groupIds} && ${groupIds}::uuid[])`,
  )
  return sql`(${sql.join(grants, sql` or `)})`
}

/** A scope as the search functions of the database read it; `null` means all. */
export type AskedScope = readonly {
  readonly channels: readonly Channel[] | null
  readonly groupIds: readonly GroupId[] | null
}[]

export const askedScope = (scope: AccessScope): AskedScope =>
  scope.map(({ channels, groupIds }) => ({
    channels: allChannels.every((channel) => channels.includes(channel)) ? null : channels,
    groupIds: groupIds === 'all' ? null : groupIds,
  }))
