/** Which messages policies apply to. Source: docs/decisions/0141-messages-covered-by-policies.md. */
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { Derivation, Said } from './facts.ts'

/** Known messages whose texts are examined again, such as for a further group or in another language, are covered from then on. */
export async function noteCovered(
  tx: TenantTx,
  again: readonly Said[],
  { covers }: Pick<Derivation, 'covers'>,
): Promise<void> {
  const ids = [...new Set(again.filter(covers).map(({ messageId }) => messageId))]
  if (ids.length === 0) return
  await sql`update message set is_covered = true where id = any(${ids}::uuid[]) and is_covered is not true`.execute(
    tx,
  )
}
