import type { ExportOmissions } from '@verbatim/contract/export-omissions.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

type Omissions = ExportOmissions['attachments']
type Lack = Omissions[number]['lack']

/** Counts the attachments of messages whose content was not captured or not read, some messages at a time. */
export function attachmentOmissions() {
  const counts = new Map<string, Omissions[number]>()
  return {
    async add(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
      for (const found of await findAttachmentOmissions(tx, sql`select unnest(${ids}::uuid[])`)) {
        const key = `${found.lack} ${found.reason ?? ''}`
        counts.set(key, { ...found, count: found.count + (counts.get(key)?.count ?? 0) })
      }
    },
    all: (): Omissions => [...counts.values()],
  }
}

/** @param messageIds A query for the ids of messages that the reader may see. */
export async function findAttachmentOmissions(
  tx: TenantTx,
  messageIds: RawBuilder<unknown>,
): Promise<Omissions> {
  const { rows } = await sql<{ lack: Lack; reason: string | null; n: string }>`
    select lack, reason, count(*) as n
    from attachment, lateral (select
      case when state <> 'stored' then state
        when reading = 'waiting' and reading_reason is not null then 'absent'
        else reading end as lack,
      case state when 'stored' then reading_reason else gap_reason end as reason
    ) as of_it
    where message_id in (${messageIds}) and lack <> 'read'
    group by lack, reason order by lack, reason`.execute(tx)
  return rows.map(({ lack, reason, n }) => ({ lack, ...(reason && { reason }), count: Number(n) }))
}
