/** The next records of a tenant's backlog, with their accounts. */
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { currentTenant, type TenantTx } from '#platform/db.ts'
import { at, isDue } from '#platform/work/due-rows.ts'
import { backlog } from './backlog.ts'
import { type KeptRecord, type KeptRecordRow, toKeptRecord } from './parse.ts'

/** Records ingested in one transaction, at most; and their bytes, so that memory stays bounded. */
const batchRows = 1_000
/** For postponed records, so that those of one tenant do not delay another's. */
const againRows = 10
const batchBytes = 32 * 1024 * 1024

/** New records and postponed ones: the first do not wait for the possible cost of the second. */
export type Lane = 'fresh' | 'again'
const laneSql: Readonly<Record<Lane, string>> = { fresh: 'attempts = 0', again: 'attempts > 0' }

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Which records a batch takes. */
export interface From {
  /** Only later ones. */
  readonly after?: RecordId | undefined
  /** All if undefined. */
  readonly lane: Lane | undefined
  /** The oldest of those from one to another, and no other with it. */
  readonly alone?: { readonly first: RecordId; readonly last: RecordId }
}

/** At most one batch, in the order of capture. */
export async function readBacklog(
  tx: TenantTx,
  { after = firstId as RecordId, lane, alone }: From,
  now: Date,
): Promise<{ records: KeptRecord[]; accounts: ReadonlyMap<AccountId, Account> }> {
  const rowsAtMost = lane === 'again' ? againRows : batchRows
  // Sums the sizes only over the batch, not over a backlog of any length.
  const { rows } = await sql<KeptRecordRow>`
    select * from (
      select kept.id, kept.account_id, kept.channel, kept.transport, kept.received_at, kept.content_type, kept.headers, kept.bytes,
        sum(octet_length(kept.bytes)) over (order by kept.id) - octet_length(kept.bytes) as before
      from (
        select record_id from record_backlog where ${isDue(backlog, at(now))} and record_id > ${after}
          and record_id between ${alone?.first ?? firstId} and ${alone?.last ?? lastId}
        ${lane === undefined ? sql`` : sql`and ${sql.raw(laneSql[lane])}`}
        order by record_id limit ${alone ? 1 : rowsAtMost}
      ) waiting
      join message_record kept on kept.id = waiting.record_id
        and kept.tenant_id = (select ${currentTenant})
    ) kept
    where before < ${batchBytes} order by id`.execute(tx)
  const accounts = await findAccounts(tx, [...new Set(rows.map((row) => row.account_id))])
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    records: rows.map(toKeptRecord),
  }
}
