import { type Redrive, shownRedrives } from '@verbatim/contract/redrive.ts'
import type { AccountId, RedriveId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** What came of the newest redrives of an account. */
export async function findRedrives(tx: TenantTx, accountId: AccountId): Promise<Redrive[]> {
  const { rows } = await sql<{
    id: RedriveId
    at: Date
    by_name: string
    records: number
    waiting: number
    failed: number
  }>`
    select newest.id, newest.at, newest.by_name, newest.records,
      (select count(*)::int from record_backlog waiting where waiting.redrive_id = newest.id) as waiting,
      newest.failed + (select count(*)::int from quarantined_record kept where kept.redrive_id = newest.id) as failed
    from (select * from redrive where account_id = ${accountId} order by at desc, id desc limit ${shownRedrives}) newest
    order by newest.at desc, newest.id desc`.execute(tx)
  return rows.map(({ id, at, by_name: by, records, waiting, failed }) => ({
    id,
    at: at.toISOString(),
    by,
    records,
    accepted: records - waiting - failed,
    waiting,
    failed,
  }))
}
