/** Insights: dashboards, reports and visuals that people build of the metrics, ready-made ones, and embedded ones. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion, versionNumber } from './expected-version.ts'
import { PermissionProfileId, id } from './ids.ts'
import { InsightProviderId, InsightSource, insightSources } from './insight-providers.ts'
import { hasOverlap } from './insight-grid.ts'
import { Dimension, Tile, tileLimits } from './insight-tiles.ts'
import { listSpec } from './list.ts'
import {
  Breakdown,
  failedReasons,
  Figure,
  figureFileFormats,
  metricLimits,
  MetricPeriod,
  ofPeriod,
} from './metrics.ts'
import { Named } from './named.ts'
import { readyInsightIds } from './ready-insight-ids.ts'
import { text } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { wholeNumber } from './whole-number.ts'
import { setOf } from './set-of.ts'

export const insightTypes = ['dashboard', 'report', 'visual'] as const
export const InsightType = z.enum(insightTypes)
export type InsightType = z.infer<typeof InsightType>

export const insightTypeNames: Readonly<Record<InsightType, string>> = {
  dashboard: 'Dashboard',
  report: 'Report',
  visual: 'Visual',
}

/** Who sees an insight: all who may see insights, or members of chosen permission profiles. Who manages insights sees all. */
export const audiences = ['everybody', 'profiles'] as const
export const Audience = z.enum(audiences)
export type Audience = z.infer<typeof Audience>

export const audienceNames: Readonly<Record<Audience, string>> = {
  everybody: 'Everyone who can see insights',
  profiles: 'Members of chosen permission profiles',
}

export const insightLimits = { name: 120, profiles: 50, externalId: 1_538 } as const

/** An insight of the organization, or a ready-made one. */
export const InsightId = z.union([z.enum(readyInsightIds), id<'InsightId'>()])
export type InsightId = z.infer<typeof InsightId>

/** What an insight shows. */
export const InsightDefinition = z.strictObject({
  /** The whole days before today that it shows, unless its reader asks for others. */
  usualDays: wholeNumber({ from: 1, to: metricLimits.days }).default(metricLimits.usualDays),
  tiles: z
    .array(Tile)
    .max(tileLimits.tiles, `An insight can have at most ${tileLimits.tiles} tiles.`)
    .refine((tiles) => new Set(tiles.map(({ id: tileId }) => tileId)).size === tiles.length, {
      message: 'Two tiles have the same ID.',
    })
    .refine((tiles) => !hasOverlap(tiles), { message: 'Two tiles overlap.' }),
})
export type InsightDefinition = z.infer<typeof InsightDefinition>

const Fields = z.strictObject({
  name: text({ max: insightLimits.name, min: 1 }),
  type: InsightType,
  audience: Audience,
  /** Of the audience `profiles`. With none, only those who manage insights see it. */
  profileIds: setOf(PermissionProfileId).max(insightLimits.profiles),
  definition: InsightDefinition,
  /** What the provider calls it; of embedded insights only. */
  externalId: text({ max: insightLimits.externalId, min: 1 }),
})

export const InsightDraft = Fields.extend({
  type: InsightType.default('dashboard'),
  audience: Audience.default('everybody'),
  profileIds: Fields.shape.profileIds.default([]),
  /** An embedded insight has no tiles. */
  definition: InsightDefinition.default({ usualDays: metricLimits.usualDays, tiles: [] }),
  /** Who shows it. With an external ID alone, the organization's only provider; without both, it is built here. It stays what it was. */
  providerId: InsightProviderId.optional(),
  externalId: Fields.shape.externalId.optional(),
})
  .refine(({ providerId, externalId }) => providerId === undefined || externalId !== undefined, {
    message: 'It appears the provided “ID” value is invalid.',
    path: ['externalId'],
  })
  .refine(({ externalId, definition }) => externalId === undefined || definition.tiles.length === 0, {
    message: 'Another product shows this insight, so it can’t have tiles.',
    path: ['definition'],
  })
export type InsightDraft = z.infer<typeof InsightDraft>

/** Absent fields stay unchanged. */
export const InsightChange = Fields.partial().extend(expectedVersion)
export type InsightChange = z.infer<typeof InsightChange>

export const Insight = z.object({
  id: InsightId,
  name: z.string(),
  type: InsightType,
  audience: Audience,
  /** Only for those who manage insights. */
  profiles: z.array(Named(PermissionProfileId)),
  definition: InsightDefinition,
  /** Who shows it. */
  provider: InsightSource,
  /** Of embedded ones. */
  providerId: InsightProviderId.optional(),
  providerName: z.string().optional(),
  externalId: z.string().optional(),
  tileCount: z.int(),
  /** Made by us: it can be duplicated, and not changed. */
  isReadyMade: z.boolean(),
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
  changedAt: z.iso.datetime().optional(),
  changedBy: z.string().optional(),
})
export type Insight = z.infer<typeof Insight>

export const insightList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    type: { type: 'enum', values: insightTypes, sort: true },
    audience: { type: 'enum', values: audiences, sort: true },
    provider: { type: 'enum', values: insightSources, sort: true },
    tileCount: { type: 'number', sort: true },
    changedAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

const path = '/bff/insights'

/** Of every change after which a provider shows something else. */
const asked = ['insight.bad-id', 'embedded.not-connected', 'embedded.unmapped', 'embedded.not-asked'] as const

export const insightCalls = usualEndpoints({
  path,
  id: InsightId,
  list: insightList,
  viewedAs: 'insights',
  thing: Insight,
  draft: InsightDraft,
  change: InsightChange,
  view: 'insights.view',
  manage: 'insights.manage',
  failures: {
    missing: 'insight.not-found',
    changed: 'insight.changed',
    refused: ['insight.name-taken', 'insight.unknown-profile', ...asked],
    refusedChange: ['insight.ready-made', 'embedded.no-tiles'],
    refusedRemoval: ['insight.ready-made'],
  },
  example: {
    name: 'Desk overview',
    definition: {
      tiles: [{ id: 'messages', kind: 'figure', metric: 'messages', place: { x: 0, y: 0, w: 3, h: 2 } }],
    },
  },
})

/** The insights that the reader may see, by type: the organization's own by name, then the ready-made ones. */
export const getInsightMenu = endpoint({
  method: 'GET',
  path: `${path}/menu`,
  response: z.object({
    groups: z.array(
      z.object({
        type: InsightType,
        items: z.array(
          z.object({ id: InsightId, name: z.string(), isReadyMade: z.boolean(), provider: InsightSource }),
        ),
      }),
    ),
  }),
  access: 'insights.view',
})

const params = z.object({ id: InsightId })

/** What a tile shows of a period. A tile may fail, or be closed to the reader, by itself. */
export const TileFigures = z.discriminatedUnion('state', [
  z.object({
    id: z.string(),
    state: z.literal('counted'),
    /** Of a figure, and of what is divided by day. */
    figure: Figure.optional(),
    /** Of what is divided by something else, and by what. */
    by: Dimension.optional(),
    parts: Breakdown.shape.parts.optional(),
    /** How many parts there are, if these are only the largest. */
    total: z.int().optional(),
  }),
  z.object({ id: z.string(), state: z.literal('not-allowed') }),
  z.object({
    id: z.string(),
    state: z.literal('failed'),
    /** Why; the version before says nothing of it. */
    reason: z.enum(failedReasons).optional(),
  }),
])
export type TileFigures = z.infer<typeof TileFigures>

export const InsightFigures = MetricPeriod.extend({ tiles: z.array(TileFigures) })
export type InsightFigures = z.infer<typeof InsightFigures>

/** The figures of an insight's tiles, within the reader's scope; without a period, of its usual one. */
export const getInsightFigures = endpoint({
  method: 'GET',
  path: `${path}/:id/figures`,
  params,
  query: ofPeriod({}),
  response: InsightFigures,
  access: 'insights.view',
  failures: ['insight.not-found'],
})

/** The same figures as a PDF or an Excel file. */
export const getInsightFile = endpoint({
  method: 'GET',
  path: `${path}/:id/file`,
  params,
  query: ofPeriod({ format: z.enum(figureFileFormats) }),
  response: z.any(),
  access: 'insights.view',
  failures: ['insight.not-found'],
  file: true,
})

/** The figures of tiles that are not saved. */
export const previewInsight = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  query: ofPeriod({}),
  body: z.strictObject({ definition: InsightDefinition }),
  response: InsightFigures,
  access: 'insights.manage',
})

export const InsightVersion = z.object({
  version: z.int(),
  name: z.string(),
  tileCount: z.int(),
  /** Of embedded ones. */
  externalId: z.string().optional(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
})
export type InsightVersion = z.infer<typeof InsightVersion>

/** The 200 newest versions of an insight, the newest first. */
export const listInsightVersions = endpoint({
  method: 'GET',
  path: `${path}/:id/versions`,
  params,
  response: z.object({ items: z.array(InsightVersion) }),
  access: 'insights.manage',
  failures: ['insight.not-found'],
})

/** Shows what an earlier version showed, as a new version. Its name and who sees it stay. */
export const restoreInsightVersion = endpoint({
  method: 'POST',
  path: `${path}/:id/versions/:version/restore`,
  params: params.extend({ version: versionNumber }),
  body: z.strictObject(expectedVersion),
  response: Insight,
  access: 'insights.manage',
  failures: ['insight.changed', 'insight.not-found', 'insight.ready-made', ...asked],
})

/** A copy with another name. A ready-made one becomes the organization's own. */
export const duplicateInsight = endpoint({
  method: 'POST',
  path: `${path}/:id/duplicate`,
  params,
  response: Insight,
  access: 'insights.manage',
  failures: ['insight.name-taken', 'insight.not-found', 'embedded.not-connected'],
})

/** Takes a removal back. */
export const undoInsightRemoval = endpoint({
  method: 'POST',
  path: `${path}/:id/undo-removal`,
  params,
  response: Insight,
  access: 'insights.manage',
  failures: ['insight.name-taken', 'insight.not-found', 'embedded.provider-gone', 'insight.ready-made'],
})
