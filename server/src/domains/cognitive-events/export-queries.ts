import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { RowOmissions } from '@verbatim/contract/export-omissions.ts'
import { sql } from 'kysely'
import { findAttachmentOmissions } from '#domains/messages/attachment-omissions.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf, filterSql, orderSql } from '#platform/list/sql.ts'
import { countOf } from '#platform/rows.ts'
import { isReadable } from './evidence-queries.ts'
import { columnsFor, type EventQuery, type EventRow, from, matching, selected } from './rows.ts'

/** The rows of an export in the query's order, in batches, from a cursor in the snapshot of `tx`. */
export async function* eachEventBatch(
  tx: TenantTx,
  scope: AccessScope,
  query: Pick<EventQuery, 'search' | 'filter' | 'sort'>,
  { size, now }: { size: number; now: Date },
): AsyncGenerator<EventRow[]> {
  const { fields } = cognitiveEventList
  const columns = columnsFor(scope, query, now)
  const where = allOf([matching(scope, query), filterSql(fields, columns, query.filter, now)])
  await sql`declare exported_events no scroll cursor for
    select ${selected(scope)}, (
      select array_agg(distinct rule.name) from evidence
      join policy_rule rule on rule.tenant_id = evidence.tenant_id and rule.policy_id = evidence.policy_id
        and rule.id = evidence.rule_id and rule.from_version <= evidence.policy_version
        and (rule.to_version is null or rule.to_version > evidence.policy_version)
      where evidence.tenant_id = event.tenant_id and evidence.event_id = event.id
    ) as rule_names
    from ${from} where ${where} order by ${orderSql(fields, columns, query.sort, sql`event.id desc`)}`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<EventRow>`fetch forward ${sql.lit(size)} from exported_events`.execute(tx)
    if (rows.length === 0) return
    yield rows
  }
}

/** What the rows of an export lack: attachments of their evidence, and texts outside of the reader's access. */
export async function findEventOmissions(
  tx: TenantTx,
  scope: AccessScope,
  query: Pick<EventQuery, 'search' | 'filter'>,
  now: Date,
): Promise<RowOmissions> {
  const where = allOf([
    matching(scope, query),
    filterSql(cognitiveEventList.fields, columnsFor(scope, query, now), query.filter, now),
  ])
  const attachments = await findAttachmentOmissions(
    tx,
    sql`select message.id from evidence
      join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
      where evidence.event_id in (select event.id from ${from} where ${where}) and ${isReadable(scope)}`,
  )
  const count = await countOf(tx, sql`${from} where ${where} and not ${isReadable(scope)}`)
  return {
    attachments,
    partlySearchable: 0,
    withheld: count > 0 ? [{ part: 'message-texts', count }] : [],
  }
}
