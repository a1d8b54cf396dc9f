/** What a removal takes along, in numbers, for the question before it. Groups, profiles and users have effects of their own. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SavedViewId } from './ids.ts'
import { InsightId } from './insights.ts'
import { AccountParams, integrationAccountsPath } from './integration-accounts.ts'

export const InsightRemoval = z.object({
  /** Other people who can see it. */
  readers: z.int(),
  /** Enabled scheduled reports that mail it, and the people who get them. */
  schedules: z.int(),
  recipients: z.int(),
})
export type InsightRemoval = z.infer<typeof InsightRemoval>

export const getInsightRemoval = endpoint({
  method: 'GET',
  path: '/bff/insights/:id/removal',
  params: z.object({ id: InsightId }),
  response: InsightRemoval,
  access: 'insights.manage',
  failures: ['insight.not-found', 'insight.ready-made'],
})

export const SavedViewRemoval = z.object({
  /** Other people who can open it: none unless it is shared. */
  readers: z.int(),
})
export type SavedViewRemoval = z.infer<typeof SavedViewRemoval>

/** For those who may remove it. */
export const getSavedViewRemoval = endpoint({
  method: 'GET',
  path: '/bff/api/v1/saved-views/:id/removal',
  params: z.object({ id: SavedViewId }),
  response: SavedViewRemoval,
  access: 'signed-in',
  failures: ['view.list-closed', 'view.not-found'],
})

export const AccountRemoval = z.object({
  /** What stays on record of it, within the caller's access. */
  messages: z.int(),
  conversations: z.int(),
  /** Interruptions that are not over: they end, and no one is notified of them any more. */
  openGaps: z.int(),
  /** The text to show if it cannot be removed. */
  refusal: z.string().optional(),
})
export type AccountRemoval = z.infer<typeof AccountRemoval>

export const getAccountRemoval = endpoint({
  method: 'GET',
  path: `${integrationAccountsPath}/:id/removal`,
  params: AccountParams,
  response: AccountRemoval,
  access: 'integrations.manage',
  failures: ['account.not-found'],
})
