import { setImmediate as othersRan } from 'node:timers/promises'
import { OverLimits } from '#channels/connector.ts'
import type { KeptRecord } from './parse.ts'

/** How many records to read before checking on the batch being stored, so that the database does not wait for us. */
const readAtOnce = 25

/** After this many slow records, the unread ones are left for the next batch. */
const mostSlow = 3

/**
 * Reads records so that none delays its neighbours: one of each kind in turn, smallest first, in this many lanes. Once one
 * of a kind took too long, the others of its kind are left, and after a few of those, all unread records: the results so far are
 * stored meanwhile. The rest stays due, so the next batch starts with it.
 */
export async function readInTurns(
  records: readonly KeptRecord[],
  lanes: number,
  read: (record: KeptRecord) => Promise<'read' | 'slow'>,
): Promise<void> {
  const order = inTurns(records)
  const slowKinds = new Set<string>()
  let slow = 0
  let next = 0
  async function work(): Promise<void> {
    while (next < order.length && slow < mostSlow) {
      const index = next++
      const record = order[index]
      if (!record || slowKinds.has(kindOf(record))) continue
      if (index % readAtOnce === 0) await othersRan()
      if ((await read(record)) === 'read') continue
      slow += 1
      slowKinds.add(kindOf(record))
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
}

/** Records that are likely to be similar: from one account and sender, and within twice the size. */
function kindOf({ accountId, headers, bytes }: KeptRecord): string {
  return `${accountId} ${headers['envelope-sender'] ?? ''} ${Math.floor(Math.log2(bytes.length + 1))}`
}

function inTurns(records: readonly KeptRecord[]): KeptRecord[] {
  const kinds = [...Map.groupBy(records, kindOf).values()].sort(
    ([a], [b]) => (a?.bytes.length ?? 0) - (b?.bytes.length ?? 0),
  )
  const order: KeptRecord[] = []
  for (let round = 0; order.length < records.length; round++)
    for (const kind of kinds) {
      const record = kind[round]
      if (record) order.push(record)
    }
  return order
}

/** Whether a record could not be read because it takes too long; similar ones may take too long too. */
export function isSlow(error: unknown): boolean {
  return error instanceof OverLimits
}
