import type { InsightId } from '@verbatim/contract/insights.ts'
import { readyInsightNames } from '@verbatim/contract/ready-insight-ids.ts'
import type { InsightRemoval } from '@verbatim/contract/insight-removals.ts'
import { sql } from 'kysely'
import { insightShownTo, isReady, requireInsight } from '#domains/insights/queries.ts'
import { mayDo } from '#domains/permissions/holders.ts'
import { countSchedulesOf } from '#domains/report-schedules/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/**
 * From whom the removal of an insight takes it, and which mails end with it.
 * @throws Failure `insight.not-found`, `insight.ready-made`
 */
export async function findInsightRemoval(tx: TenantTx, actor: Actor, id: InsightId): Promise<InsightRemoval> {
  if (isReady(id)) throw new Failure('insight.ready-made', { name: readyInsightNames[id] })
  await requireInsight(tx, actor, id)
  const seen = sql`(${mayDo('insights.manage')} or ${mayDo('insights.view')} and ${insightShownTo(sql`person.id`)})`
  const found = await sql<{ readers: number }>`
    select count(*)::int as readers from insight, tenant_user person
    where insight.id = ${id} and person.removed_at is null and person.id <> ${actor.userId} and ${seen}`.execute(
    tx,
  )
  return { readers: onlyRow(found).readers, ...(await countSchedulesOf(tx, id)) }
}
