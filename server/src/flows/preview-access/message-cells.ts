import type { Channel } from '@verbatim/contract/channels.ts'
import { channels } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** Messages that access cannot distinguish: of one channel, in the same groups. */
export interface MessageCell {
  readonly channel: Channel
  readonly groupIds: readonly GroupId[]
  /** The set of groups, as one value. */
  readonly groupKey: string
}

/**
 * Every channel with every set of groups of its messages. This steps through the sets in the index:
 * there are as many as combinations of representatives' groups, far fewer than messages.
 */
export async function findCells(tx: TenantTx): Promise<MessageCell[]> {
  const { rows } = await sql<{ group_key: string; group_ids: GroupId[] }>`
    with recursive step as (
      (select group_key, group_ids from message order by group_key limit 1)
      union all
      select following.group_key, following.group_ids from step cross join lateral (
        select message.group_key, message.group_ids from message
        where message.group_key > step.group_key order by message.group_key limit 1
      ) following
    )
    select group_key::text as group_key, group_ids from step`.execute(tx)
  return rows.flatMap(({ group_key: groupKey, group_ids: groupIds }) =>
    channels.map((channel) => ({ channel, groupIds, groupKey })),
  )
}

export const cellName = ({ channel, groupKey }: Pick<MessageCell, 'channel' | 'groupKey'>) =>
  `${channel} ${groupKey}`

/** How many messages are in each of these cells, by `cellName`; those without any are left out. */
export async function countCells(
  tx: TenantTx,
  cells: readonly MessageCell[],
): Promise<ReadonlyMap<string, number>> {
  if (cells.length === 0) return new Map()
  const keys = [...new Set(cells.map(({ groupKey }) => groupKey))]
  const { rows } = await sql<{ channel: Channel; group_key: string; count: string }>`
    select channel, group_key::text as group_key, count(*) as count from message
    where group_key = any(${keys}::bigint[]) group by group_key, channel`.execute(tx)
  return new Map(
    rows.map((row) => [cellName({ channel: row.channel, groupKey: row.group_key }), Number(row.count)]),
  )
}
