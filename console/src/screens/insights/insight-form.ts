import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { placeBelow } from '@verbatim/contract/insight-grid.ts'
import {
  type CountedTile,
  type Dimension,
  dimensions,
  gridColumns,
  narrowedFor,
  type Place,
  type Tile,
  tileRules,
} from '@verbatim/contract/insight-tiles.ts'
import type { InsightProvider } from '@verbatim/contract/insight-providers.ts'
import { type Insight, InsightDefinition, InsightDraft } from '@verbatim/contract/insights.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { z } from 'zod'
import type { Entity } from '#lists/entities.ts'

/** A tile of the form; errors name it by its key. */
export type FormTile = Tile & { readonly key: string }

/** The product that shows an embedded insight. */
type ShowingProvider = Pick<InsightProvider, 'id' | 'name' | 'kind'>

export interface InsightValues extends Pick<InsightDraft, 'name' | 'type' | 'audience'> {
  /** Undefined of one that is built here. */
  readonly provider: ShowingProvider | undefined
  readonly externalId: string
  readonly profiles: readonly Entity[]
  readonly usualDays: string
  readonly tiles: readonly FormTile[]
}

/** What people write, flat, so that errors find their fields. */
export const InsightBody = z.object({
  name: InsightDraft.shape.name,
  type: InsightDraft.shape.type,
  audience: InsightDraft.shape.audience,
  profileIds: InsightDraft.shape.profileIds,
  usualDays: InsightDefinition.shape.usualDays,
  tiles: InsightDefinition.shape.tiles,
  providerId: InsightDraft.shape.providerId,
  externalId: InsightDraft.shape.externalId,
})
export type InsightBody = z.infer<typeof InsightBody>

export const newInsight: InsightValues = {
  name: '',
  provider: undefined,
  externalId: '',
  type: 'dashboard',
  audience: 'everybody',
  profiles: [],
  usualDays: '30',
  tiles: [],
}

export const toValues = ({
  name,
  type,
  audience,
  profiles,
  definition,
  provider,
  providerId,
  providerName = '',
  externalId = '',
}: Insight): InsightValues => ({
  name,
  provider:
    providerId && provider !== 'native' ? { id: providerId, name: providerName, kind: provider } : undefined,
  externalId,
  type,
  audience,
  profiles,
  usualDays: String(definition.usualDays),
  tiles: definition.tiles.map((tile) => ({ ...tile, key: tile.id })),
})

export function toTile(tile: FormTile): Tile {
  const { key, ...rest } = tile
  return { ...rest, id: key }
}

export const toBody = ({
  name,
  provider,
  externalId,
  type,
  audience,
  profiles,
  usualDays,
  tiles,
}: InsightValues) => ({
  name,
  ...(provider && { providerId: provider.id, externalId }),
  type,
  audience,
  profileIds: audience === 'profiles' ? profiles.map(({ id }) => id as PermissionProfileId) : [],
  usualDays: Number(usualDays),
  // Another product shows its own.
  tiles: provider ? [] : tiles.map(toTile),
})

/** As the calls have it. */
export const toDraft = ({ usualDays, tiles, ...draft }: InsightBody): InsightDraft => ({
  ...draft,
  definition: { usualDays, tiles },
})

const sizes = {
  figure: { w: 3, h: 2 },
  chart: { w: 6, h: 5 },
  table: { w: 6, h: 5 },
  text: { w: 12, h: 1 },
} as const

/** A new tile below the others. */
export function newTile(kind: Tile['kind'], tiles: readonly FormTile[]): FormTile {
  const id = crypto.randomUUID()
  const common = { id, key: id, place: besideLast(tiles, sizes[kind]) }
  const counted = { ...common, metric: 'messages', filter: {} } as const
  switch (kind) {
    case 'figure':
      return { ...counted, kind }
    case 'chart':
      return { ...counted, kind, by: 'day', form: 'line' }
    case 'table':
      return { ...counted, kind, by: 'channel' }
    case 'text':
      return { ...common, kind, text: 'Text' }
  }
}

/** Beside the lowest tiles if there is room, else below all. */
function besideLast(tiles: readonly FormTile[], size: { readonly w: number; readonly h: number }): Place {
  const below = placeBelow(tiles, size)
  const lowest = tiles.filter(({ place }) => place.y + place.h === below.y)
  const x = Math.max(0, ...lowest.map(({ place }) => place.x + place.w))
  if (x + size.w > gridColumns) return below
  const above = tiles.filter(({ place }) => place.x < x + size.w && x < place.x + place.w)
  const { y } = placeBelow(above, size)
  return y < below.y ? { ...size, x, y } : below
}

/** By what a metric can be divided. */
export const dimensionsOf = (metric: MetricId): Dimension[] =>
  dimensions.filter((dimension) => tileRules[metric]?.by[dimension])

/** The tile with another metric, dimension or filter, and without what does not go with it. */
export function adapted<T extends FormTile & CountedTile>(tile: T, change: Partial<CountedTile>): T {
  const next = { ...tile, ...change } as T
  const offered = dimensionsOf(next.metric)
  const isByPerson = 'by' in next && next.by === 'representative'
  const filter = isByPerson ? {} : narrowedFor(next.metric, next.filter)
  if (next.kind === 'figure') return { ...next, filter }
  const by = offered.includes(next.by) ? next.by : (offered[0] ?? next.by)
  if (next.kind === 'table') return { ...next, filter, by }
  const isDaily = by === 'day'
  const form = isDaily === (next.form !== 'bars') ? next.form : isDaily ? 'line' : 'bars'
  return { ...next, filter, by, form }
}
