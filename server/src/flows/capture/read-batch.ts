/** The next records of a backlog, read by their connectors. */
import type { AccountId, RecordId, TenantId } from '@verbatim/contract/ids.ts'
import type { Account } from '#domains/accounts/queries.ts'
import type { Read, ReadEvent } from '#domains/messages/facts.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import { type Finders, openFinders, readAhead } from '#flows/find-remarks/find.ts'
import { inTenant } from '#platform/db.ts'
import type { IngestContext } from './ingest.ts'
import { isAskedFor } from './owners.ts'
import { type KeptRecord, parseRecord } from './parse.ts'
import { putOff } from './quarantine.ts'
import { type From, readBacklog } from './read-backlog.ts'
import { isSlow, readInTurns } from './reading-order.ts'

export interface Readable {
  readonly record: KeptRecord
  readonly facts: readonly ReadEvent[]
  /** It was delivered to an account that was not known to be connected. */
  readonly isFirst: boolean
}

export interface Batch {
  readonly batch: readonly Readable[]
  readonly first: RecordId | undefined
  /** The newest record of the batch; later ones are newer. */
  readonly last: RecordId | undefined
  readonly size: number
  /** Analyses its texts. */
  readonly read: Read
  /** Have read its texts. */
  readonly finders: Finders
}

/**
 * Reads the next records of a backlog, and analyses their texts. What cannot be read is postponed.
 * @param storing The oldest record of the batch that is being stored meanwhile.
 */
export async function readBatch(
  ctx: IngestContext,
  tenantId: TenantId,
  from: From,
  storing?: RecordId,
): Promise<Batch> {
  const { records, accounts, zone } = await inTenant(ctx.db, tenantId, async (tx) => ({
    ...(await readBacklog(tx, from, ctx.now())),
    zone: await findDayZone(tx),
  }))
  const [first, last] = [records[0]?.id, records.at(-1)?.id]
  if (first && last) await ctx.mark?.set({ tenantId, first: storing ?? first, last })
  const batch: Readable[] = []
  const read = await openReadings()
  const finders = openFinders(zone)
  await readInTurns(records, ctx.readers.atOnce ?? 1, async (record) => {
    try {
      const account = requireAccount(accounts, record.accountId)
      const facts = await parseRecord(ctx.readers, record, account)
      for (const { event } of facts) if (event.kind === 'message') read(event)
      readAhead(finders, facts)
      batch.push({ record, facts, isFirst: isFirst(account, record, facts) })
      return 'read'
    } catch (error) {
      await putOff(ctx, tenantId, record, error)
      return isSlow(error) ? 'slow' : 'read'
    }
  })
  batch.sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  return { batch, first, last, size: records.length, read, finders }
}

/**
 * A delivery that speaks of the connection itself says what it is. What we asked for shows nothing of the account's own
 * connection, but for one of a person: there it shows that its source has their messages.
 */
function isFirst(
  { status, source }: Account,
  { transport }: KeptRecord,
  facts: readonly ReadEvent[],
): boolean {
  if (status === 'active' || (isAskedFor(transport) && !source)) return false
  return facts.every(({ event }) => !['account', 'roster', 'hint'].includes(event.kind))
}

function requireAccount(accounts: ReadonlyMap<AccountId, Account>, id: AccountId): Account {
  const account = accounts.get(id)
  if (!account) throw new Error('The account of the record is gone')
  return account
}
