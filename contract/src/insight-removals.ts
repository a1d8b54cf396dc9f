/** What the removal of an insight takes along, in numbers, for the question before it. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InsightId } from './insights.ts'

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
