/** Conversations and answers of each channel and group, and the lists behind them, against a count by hand. */
import { channels } from '@verbatim/contract/channels.ts'
import { listBursts, listMetricConversations } from '@verbatim/contract/metric-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { burstsOf, conversationsOf, narrowingQuery } from '@verbatim/contract/rows-of.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  conversationFigure,
  findConversationParts,
  findMetricConversations,
} from '#domains/metrics/conversations.ts'
import type { Days, Periods } from '#domains/metrics/period.ts'
import { findResponseRates, medianPartsOf } from '#domains/metrics/response-parts.ts'
import { findBursts, responseFigures } from '#domains/metrics/responses.ts'
import type { AskedParts, ScopedFilter } from '#domains/metrics/scoped-parts.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { inOrder, keysOf } from './scoped-parts.ts'

/** Times cluster, so that pauses of about a day, and messages of the same time, are frequent. */
const clustered = fc
  .tuple(fc.integer({ min: 0, max: 22 }), fc.constantFrom(-1, 0, 0, 1, 30, 3_600))
  .map(
    ([halfDays, seconds]) =>
      new Date(Date.parse('2026-10-18T00:00:00Z') + halfDays * 12 * hourMs + seconds * 1000),
  )
/** Both on 25 October in Berlin, whose clocks go back, and more than 24 hours apart. */
const ofLongDay = fc.constantFrom('2026-10-24T22:05:00Z', '2026-10-25T22:30:00Z').map((at) => new Date(at))
/** Of messages that open something. */
export const openingTime = fc.oneof({ arbitrary: clustered, weight: 4 }, { arbitrary: ofLongDay, weight: 1 })

interface ByHand {
  readonly stretches: number
  readonly rate: number | null
  readonly median: number | null
  readonly business: number | null
  readonly lists: { readonly answered: readonly string[]; readonly all: number }
}

interface Asking {
  readonly reader: AccessScope
  readonly periods: Periods
  readonly asked: AskedParts
  readonly groups: readonly string[]
  /** Counts what is of some days. */
  readonly byHand: (days: Days, only: ScopedFilter) => ByHand
}

const finders = {
  conversations: findConversationParts,
  'response-rate': findResponseRates,
  'first-response': medianPartsOf('first-response'),
  'first-response-business': medianPartsOf('first-response-business'),
} as const
const metrics = Object.keys(finders) as (keyof typeof finders)[]

/** Of each figure its value, and how many rows are behind it. */
const valuesOf = ({ stretches, rate, median, business, lists: { answered, all } }: ByHand) => ({
  conversations: [stretches, stretches] as const,
  'response-rate': [rate, all] as const,
  'first-response': [median, answered.length] as const,
  'first-response-business': [business, answered.length] as const,
})

async function countRows(tx: TenantTx, { reader, periods }: Asking, drilldown: Drilldown | undefined) {
  const of = drilldown?.filter?.replace(/^[^:]*:/, '')
  const page = { limit: '1' }
  if (drilldown?.list === 'conversations') {
    const narrowing = of === undefined ? {} : narrowingQuery(conversationsOf(of))
    const asked = listMetricConversations.query.parse({ ...page, ...narrowing })
    return (await findMetricConversations(tx, reader, periods, asked)).total
  }
  const asked = listBursts.query.parse({ ...page, ...(of !== undefined && narrowingQuery(burstsOf(of))) })
  return (await findBursts(tx, reader, periods, asked)).total
}

/** In all of `asked.only`, and in its parts. */
export async function expectOpeningParts(tx: TenantTx, asking: Asking): Promise<void> {
  const { reader, periods, asked } = asking
  const current = (only: ScopedFilter) => asking.byHand(periods.current, only)
  const previous = (only: ScopedFilter) => asking.byHand(periods.previous, only)
  const figures = [
    await conversationFigure(tx, reader, periods, asked.only),
    ...(await responseFigures(tx, reader, periods, asked.only)),
  ]
  const ofDay = (day: string) => valuesOf(asking.byHand({ from: day, to: day }, asked.only))
  for (const { id, series, previousSeries } of figures.filter((figure) => figure.series)) {
    const metric = id as (typeof metrics)[number]
    const byHand = (days: readonly string[]) => days.map((day) => ofDay(day)[metric][0])
    const { days, previousDays } = periods
    expect([id, asked.only, series, previousSeries]).toEqual([
      id,
      asked.only,
      byHand(days),
      byHand(previousDays),
    ])
  }
  const keys = keysOf(asked, reader, { channel: channels.slice(0, 2), group: asking.groups })
  for (const metric of metrics) {
    const { value, previous: before, drilldown } = figures.find(({ id }) => id === metric)!
    const [byHand, rows] = valuesOf(current(asked.only))[metric]
    const [byHandBefore] = valuesOf(previous(asked.only))[metric]
    const listed = await countRows(tx, asking, drilldown)
    expect([metric, asked.only, value, before, drilldown?.rows, listed]).toEqual([
      metric,
      asked.only,
      byHand,
      byHandBefore,
      rows,
      rows,
    ])
    const parts = []
    for (const part of (await finders[metric](tx, reader, periods, asked)).parts)
      parts.push({
        ...part,
        name: undefined,
        drilldown: undefined,
        rows: await countRows(tx, asking, part.drilldown),
      })
    const expected = keys.flatMap((key) => {
      const only = { ...asked.only, [asked.by]: [key] }
      const [now, behind] = valuesOf(current(only))[metric]
      const [then] = valuesOf(previous(only))[metric]
      const isShown = metric === 'conversations' ? (now ?? 0) + (then ?? 0) > 0 : behind > 0
      return isShown ? [{ key, value: now, previous: then, rows: behind }] : []
    })
    expect([metric, asked, inOrder(parts)]).toEqual([metric, asked, inOrder(expected)])
  }
}
