/** Waiting clients of each channel and group, and the lists behind them, against those that were found by hand. */
import { channels } from '@verbatim/contract/channels.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { listWaitingClients } from '@verbatim/contract/metric-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { narrowingQuery, waitingOf } from '@verbatim/contract/rows-of.ts'
import { expect } from 'vitest'
import type { Periods } from '#domains/metrics/period.ts'
import type { AskedParts, ScopedFilter } from '#domains/metrics/scoped-parts.ts'
import { findWaitingClients, findWaitingParts, waitingFigure } from '#domains/metrics/waiting.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Divisible, inOrder, isOf, keysOf } from './scoped-parts.ts'

export const someChannels = channels.slice(0, 2)

interface Waiting {
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  readonly oldest: Divisible
}

interface Asking {
  readonly reader: AccessScope
  readonly periods: Periods
  readonly asked: AskedParts
  readonly groups: readonly string[]
}

export const idsOf = (items: readonly { conversationId: ConversationId; messageId: MessageId }[]) =>
  items.map(({ conversationId, messageId }) => `${conversationId} ${messageId}`).toSorted()

/** The question of a link. */
export const questionOf = (drilldown: Drilldown | undefined) =>
  listWaitingClients.query.parse({
    limit: '50',
    ...narrowingQuery(waitingOf(drilldown?.filter?.replace('waiting:', '') ?? '')),
  })

/** The clients of each part, in all and narrowed, and the lists behind them. */
export async function expectWaitingParts(
  tx: TenantTx,
  byHand: readonly Waiting[],
  { reader, periods, asked, groups }: Asking,
) {
  const of = (only: ScopedFilter) => byHand.filter(({ oldest }) => isOf(only)(oldest))
  const figure = await waitingFigure(tx, reader, periods, asked.only)
  expect([asked.only, figure.value, figure.drilldown?.rows]).toEqual([
    asked.only,
    ...Array(2).fill(of(asked.only).length),
  ])
  const { parts } = await findWaitingParts(tx, reader, periods, asked)
  const keys = keysOf(asked, reader, { channel: someChannels, group: groups })
  const expected = keys.flatMap((key) => {
    const value = of({ ...asked.only, [asked.by]: [key] }).length
    return value === 0 ? [] : [{ key, value }]
  })
  expect([asked, inOrder(parts.map(({ key, value }) => ({ key, value })))]).toEqual([
    asked,
    inOrder(expected),
  ])
  for (const { key, value, drilldown } of parts) {
    const { items } = await findWaitingClients(tx, reader, periods, questionOf(drilldown))
    expect([drilldown?.rows, idsOf(items)]).toEqual([value, idsOf(of({ ...asked.only, [asked.by]: [key] }))])
  }
}
