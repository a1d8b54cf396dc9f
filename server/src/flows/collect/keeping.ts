/** What a connection takes becomes durable: in the database, or first in a file if the provider forgets it. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { CollectedDelivery } from '#channels/collection.ts'
import type { ChannelConnector } from '#channels/connector.ts'
import { moveCursor } from '#domains/accounts/collections.ts'
import { isHistoryStopped } from '#domains/accounts/linked-history.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { type Arrival, keepArrivalsIn } from '#flows/capture/keep.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { findRoutedAccounts } from './routed.ts'

export interface KeepContext extends Clock {
  readonly intakeDb: Db
}

export interface CollectedAccount {
  readonly tenantId: TenantId
  readonly id: AccountId
  readonly channel: Channel
}

/** An account with its connector. */
export interface CollectedSource {
  readonly account: CollectedAccount
  readonly connector: Pick<ChannelConnector, 'rawKey' | 'collection'>
}

/** A delivery with the time it was taken. */
export interface Taken extends CollectedDelivery {
  readonly receivedAt: Date
}

/** With what was still asked for. */
export const answered = (taken: readonly Taken[]): Promise<Taken[]> =>
  Promise.all(taken.map(async ({ answer, ...one }) => ({ ...one, ...(await answer) })))

/** Another process has the connection now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const batchRows = 500
const batchBytes = 8 * 1024 * 1024

/** Keeps deliveries and, with the last of them, the cursor. @throws LeaseLost; nothing of the last part is kept then. */
export async function keepTaken(
  ctx: KeepContext,
  source: CollectedSource,
  taken: readonly Taken[],
  at?: { readonly holder: string; readonly cursor: unknown },
): Promise<void> {
  const { account } = source
  const batches = batchesOf(taken)
  for (const [index, batch] of batches.entries()) {
    const arrivals = await toArrivals(ctx, source, batch)
    const isLast = index === batches.length - 1
    await inTenant(ctx.intakeDb, account.tenantId, async (tx) => {
      if (isLast && at && !(await moveCursor(tx, { id: account.id, holder: at.holder }, at.cursor)))
        throw new LeaseLost()
      await keepArrivalsIn(tx, await withoutUnwanted(tx, account.id, arrivals), ctx.now())
    })
  }
  if (taken.length > 0) await wake(ctx.intakeDb, backlog)
}

/** People may have stopped the import of the history meanwhile. */
async function withoutUnwanted(
  tx: TenantTx,
  id: AccountId,
  arrivals: readonly Arrival[],
): Promise<Arrival[]> {
  const isWanted = ({ transport }: Arrival) => transport !== 'history'
  if (arrivals.every(isWanted) || !(await isHistoryStopped(tx, id))) return [...arrivals]
  return arrivals.filter(isWanted)
}

/** At least one, so that a cursor moves without deliveries. */
function batchesOf(taken: readonly Taken[]): Taken[][] {
  const batches: Taken[][] = [[]]
  let bytes = 0
  for (const one of taken) {
    const last = batches.at(-1) as Taken[]
    bytes += one.body.byteLength
    if (last.length > 0 && (last.length >= batchRows || bytes > batchBytes)) {
      batches.push([one])
      bytes = one.body.byteLength
    } else last.push(one)
  }
  return batches
}

async function toArrivals(
  { intakeDb }: KeepContext,
  { account: { tenantId, id, channel }, connector: { rawKey, collection } }: CollectedSource,
  taken: readonly Taken[],
): Promise<Arrival[]> {
  const accountOf = await findRoutedAccounts(intakeDb, { tenantId, id }, taken)
  return taken.map((one): Arrival => {
    const { body, contentType, headers = {}, receivedAt, isHistory } = one
    return {
      tenantId,
      accountId: accountOf(one),
      channel,
      transport: isHistory ? 'history' : collection?.forgets ? 'socket' : 'poll',
      sourceKey: rawKey({ body, contentType, headers }),
      contentType,
      headers,
      remote: undefined,
      bytes: body,
      receivedAt,
    }
  })
}
