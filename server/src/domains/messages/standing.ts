import type { ConversationId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { currentTenant, type TenantTx } from '#platform/db.ts'

/** The conversation that a merged one turned out to be; otherwise itself. */
export const standing = (id: string) => sql<ConversationId>`((${standingAll(sql`array[${id}::uuid]`)})[1])`

/** The same for many. */
export const standingAll = (ids: RawBuilder<unknown>) => sql`(select standing_conversations(
  ${currentTenant}, ${ids}))::uuid[]`

/** Those of these that were merged, with what they turned out to be. */
export async function findStanding(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; home: string }>`select id, merged_into as home from conversation
    where id = any(${ids}::uuid[]) and merged_into is not null`.execute(tx)
  return new Map(rows.map(({ id, home }) => [id, home]))
}
