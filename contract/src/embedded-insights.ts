/** Embedded insights: what a provider calls them, and the address under which one is opened once. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ProviderKind } from './insight-providers.ts'
import { InsightId, type InsightType } from './insights.ts'

/** Whether a provider may have a thing of this type under this ID. Source: docs/decisions/0116. */
export function isExternalId(kind: ProviderKind, type: InsightType, externalId: string): boolean {
  return (type === 'visual' ? visualIds : dashboardIds)[kind].test(externalId)
}

const none = /^(?!)/
const quickSightId = '[A-Za-z0-9_-]{1,512}'
const positive = /^[1-9]\d{0,8}$/
const dashboardIds: Readonly<Record<ProviderKind, RegExp>> = {
  quicksight: new RegExp(`^${quickSightId}$`),
  metabase: positive,
  // The ID for embedding, which is not the one of the dashboard.
  superset: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
}
const visualIds: Readonly<Record<ProviderKind, RegExp>> = {
  // Dashboard, sheet and visual.
  quicksight: new RegExp(`^${quickSightId}/${quickSightId}/${quickSightId}$`),
  // A question.
  metabase: positive,
  // Superset embeds whole dashboards only.
  superset: none,
}

/** How an ID looks, for the field that it is entered in. */
export const externalIdWords: Readonly<Record<ProviderKind, Readonly<Record<InsightType, string>>>> = {
  quicksight: {
    dashboard: 'The ID in the address of the dashboard.',
    report: 'The ID in the address of the dashboard.',
    visual: 'The IDs of dashboard, sheet and visual, with slashes between them.',
  },
  metabase: {
    dashboard: 'The number in the address of the dashboard.',
    report: 'The number in the address of the dashboard.',
    visual: 'The number in the address of the question.',
  },
  superset: {
    dashboard: 'The embedding ID, under Embed dashboard.',
    report: 'The embedding ID, under Embed dashboard.',
    visual: 'Superset embeds whole dashboards only. Choose another type.',
  },
}

/** An address that was given out is redeemed within this time, once. */
export const redeemMinutes = 5

/**
 * An address that shows an embedded insight once, in a frame of the page that asked for it, with the organization and the
 * reader's permission profiles as locked filters. It sets the cookie that ties it to this browser.
 */
export const getDashboardUrl = endpoint({
  method: 'GET',
  path: '/bff/reports/dashboard-url',
  query: z.strictObject({ 'dashboard-id': InsightId }),
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  access: 'insights.view',
  byCookie: true,
  failures: [
    'insight.not-found',
    'insight.bad-id',
    'embedded.not-embedded',
    'embedded.not-connected',
    'embedded.under-pseudonyms',
    'embedded.no-profile',
    'embedded.many-profiles',
    'embedded.unmapped',
    'embedded.not-asked',
    'purpose.required',
  ],
})

/** What the page in the frame says to the page around it: it is opened for so long, or could not be. */
export const FrameMessage = z.discriminatedUnion('state', [
  z.object({
    source: z.literal('verbatim-embedded'),
    state: z.literal('opened'),
    /** The clock of the browser may be another. */
    secondsLeft: z.int().min(0),
  }),
  z.object({ source: z.literal('verbatim-embedded'), state: z.literal('failed'), text: z.string() }),
  /** The address was redeemed before, or too late: another one is needed. */
  z.object({ source: z.literal('verbatim-embedded'), state: z.literal('spent') }),
])
export type FrameMessage = z.infer<typeof FrameMessage>
