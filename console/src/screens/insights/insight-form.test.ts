import { hasOverlap } from '@verbatim/contract/insight-grid.ts'
import { dimensions, Tile, tileMetrics } from '@verbatim/contract/insight-tiles.ts'
import { Insight } from '@verbatim/contract/insights.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adapted,
  InsightBody,
  type InsightValues,
  newInsight,
  newTile,
  toBody,
  toDraft,
  toTile,
  toValues,
} from './insight-form.ts'

const kinds = ['figure', 'chart', 'table', 'text'] as const

test('however tiles are added and changed, each can be saved, and none overlap', () => {
  const change = fc.record(
    {
      metric: fc.constantFrom(...tileMetrics),
      by: fc.constantFrom(...dimensions),
      form: fc.constantFrom('line' as const, 'columns' as const, 'bars' as const),
      filter: fc.record(
        {
          category: fc.subarray(['complaint' as const]),
          severity: fc.subarray(['high' as const]),
          channel: fc.subarray(['sms' as const, 'signal' as const]),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.array(change, { maxLength: 4 })), { maxLength: 8 }),
      (acts) => {
        let tiles = newInsight.tiles
        for (const [kind, changes] of acts) {
          let tile = newTile(kind, tiles)
          // A figure that no chart can show is not offered for charts.
          for (const made of changes) {
            if (tile.kind === 'text') continue
            const { form, by, ...counted } = made
            const own = {
              ...counted,
              ...(tile.kind !== 'figure' && by && { by }),
              ...(tile.kind === 'chart' && form && { form }),
            }
            const next = adapted(tile, own)
            if (tile.kind === 'figure' || Tile.safeParse(toTile(next)).success) tile = next
            if (!('by' in next) || counted.metric === undefined)
              expect(Tile.safeParse(toTile(next)).error?.issues).toBeUndefined()
          }
          tiles = [...tiles, tile]
        }
        expect(hasOverlap(tiles)).toBe(false)
        const { success } = InsightBody.safeParse(toBody({ ...newInsight, name: 'Made', tiles }))
        expect(success).toBe(true)
      },
    ),
  )
})

test('what is saved comes back as it was written', () => {
  const tiles = kinds.reduce((all, kind) => [...all, newTile(kind, all)], newInsight.tiles)
  const values = { ...newInsight, name: 'Desk', usualDays: '90', tiles }
  const draft = toDraft(InsightBody.parse(toBody(values)))
  const saved = Insight.parse({
    id: 'complaints',
    profiles: [],
    tileCount: tiles.length,
    isReadyMade: false,
    provider: 'native',
    version: 1,
    ...draft,
  })
  expect(toValues(saved)).toEqual(values)
})

test('an embedded insight is sent without tiles, and with the ID that its provider has', () => {
  const provider = {
    id: crypto.randomUUID(),
    name: 'Desk dashboards',
    kind: 'metabase',
  } as InsightValues['provider']
  const values = { ...newInsight, name: 'Trades', provider, externalId: '7', tiles: [newTile('figure', [])] }
  const draft = toDraft(InsightBody.parse(toBody(values)))
  expect(draft).toMatchObject({ providerId: provider?.id, externalId: '7', definition: { tiles: [] } })
  expect(InsightBody.safeParse(toBody({ ...values, externalId: '' })).error?.issues).toMatchObject([
    { path: ['externalId'], message: 'Field cannot be empty.' },
  ])
  const ours = toDraft(InsightBody.parse(toBody({ ...values, provider: undefined })))
  expect([ours.externalId, ours.providerId, ours.definition.tiles.length]).toEqual([undefined, undefined, 1])
})
