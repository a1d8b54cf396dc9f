/** Promises of channels and groups, and the lists behind them, against a count by hand. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { expect } from 'vitest'
import { findPeriods } from '#domains/metrics/period.ts'
import { promiseFigures, promiseMetrics, promisePartsOf } from '#domains/metrics/promises.ts'
import type { AskedParts, ScopedFilter } from '#domains/metrics/scoped-parts.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findListed } from './listed-messages.ts'
import {
  countPromisesByHand,
  dueTimesByHand,
  groups,
  type Line,
  nowAt,
  queryAt,
  someChannels,
} from './promises.ts'
import { inOrder, isOf, keysOf } from './scoped-parts.ts'
import type { TurnedClock } from './turned-clocks.ts'

/** Each promise is due when it is by hand, and there are no others. */
export async function expectDueTimes(
  tx: TenantTx,
  lines: readonly Line[],
  clock: TurnedClock,
): Promise<void> {
  const kept = await tx.selectFrom('promise').select(['message_id', 'due_at']).execute()
  const found = new Map(kept.map(({ message_id: id, due_at: dueAt }) => [id, dueAt]))
  expect(found).toEqual(dueTimesByHand(lines, clock))
}

/** The promises of each part, in all and narrowed, and the lists behind them. */
export async function expectPromiseParts(
  tx: TenantTx,
  lines: readonly Line[],
  {
    reader,
    clock,
    divided,
  }: { readonly reader: AccessScope; readonly clock: TurnedClock; readonly divided: readonly AskedParts[] },
): Promise<void> {
  const now = nowAt(clock)
  const periods = await findPeriods(tx, queryAt(clock), now)
  const of = (only: ScopedFilter) => {
    const { open, overdue, kept, rate, rateBefore, due } = countPromisesByHand(
      lines,
      { reader, clock },
      isOf(only),
    )
    const figure = (value: number | null, previous: number | null, ids: readonly MessageId[]) =>
      ({ value, previous, ids: ids.toSorted() }) as const
    return {
      'open-promises': { ...figure(open.length, null, open), size: open.length },
      'overdue-promises': { ...figure(overdue.length, null, overdue), size: overdue.length },
      'kept-promises': { ...figure(rate, rateBefore, kept), size: due },
    }
  }
  for (const asked of divided) {
    const figures = await promiseFigures(tx, reader, periods, asked.only)
    const { rateOn } = countPromisesByHand(lines, { reader, clock }, isOf(asked.only))
    const { series, previousSeries } = figures.find(({ id }) => id === 'kept-promises')!
    expect([series, previousSeries]).toEqual([periods.days.map(rateOn), periods.previousDays.map(rateOn)])
    for (const metric of promiseMetrics) {
      const { value, previous, drilldown } = figures.find(({ id }) => id === metric)!
      const { size: _, ...narrowed } = of(asked.only)[metric]
      const ids = await findListed(tx, reader, drilldown ?? {}, now)
      expect([metric, asked.only, { value, previous, ids }]).toEqual([metric, asked.only, narrowed])
      const keys = keysOf(asked, reader, { channel: someChannels, group: groups })
      const byHand = keys.flatMap((key) => {
        const { size, ...part } = of({ ...asked.only, [asked.by]: [key] })[metric]
        return size === 0 ? [] : [{ key, ...part }]
      })
      const found = []
      for (const part of (await promisePartsOf(metric)(tx, reader, periods, asked)).parts) {
        const listed = await findListed(tx, reader, part.drilldown ?? {}, now)
        expect(part.drilldown?.rows).toBe(listed.length)
        found.push({ key: part.key, value: part.value, previous: part.previous, ids: listed })
      }
      expect([metric, asked, inOrder(found)]).toEqual([metric, asked, inOrder(byHand)])
    }
  }
}
