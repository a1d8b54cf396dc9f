/** The findings of policies in a period, by policy. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ConversationId, EventId, MessageId, PolicyId } from './ids.ts'
import { periodFields, periodIssue } from './metrics.ts'
import { Severity } from './severities.ts'

/** One cognitive event as evidence of its topic: the start of the text that raised it. */
export const TopicEvidence = z.object({
  eventId: EventId,
  messageId: MessageId,
  conversationId: ConversationId,
  ruleNames: z.array(z.string()),
  text: z.string(),
  /** The place of the evidence in `text`, UTF-16, end exclusive. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  date: z.iso.datetime(),
})
export type TopicEvidence = z.infer<typeof TopicEvidence>

/** A policy with the events that it raised in a period and the reader may see. */
export const ComplianceTopic = z.object({
  id: PolicyId,
  name: z.string(),
  severity: Severity,
  enabled: z.boolean(),
  events: z.int(),
  openEvents: z.int(),
  firstDate: z.iso.datetime(),
  lastDate: z.iso.datetime(),
  /** Of the newest events, the newest first. */
  evidences: z.array(TopicEvidence),
})
export type ComplianceTopic = z.infer<typeof ComplianceTopic>

export const complianceLimits = { topics: 100, evidences: 10, days: 36_525 } as const

/** A period of Key Metrics, of any length. The call also takes one date alone, as it did first: up to today, or the 30 days up to it. */
const TopicQuery = z.strictObject(periodFields).superRefine((period, ctx) => {
  const { 'date-from': from, 'date-to': to } = period
  const day = from ?? to
  const issue = periodIssue(
    { ...period, 'date-from': from ?? day, 'date-to': to ?? day },
    complianceLimits.days,
  )
  if (issue) ctx.addIssue({ code: 'custom', ...issue })
})

/** The topics with events in a period: without one, in the last 30 whole days. The most frequent first. */
export const getCognitiveCompliance = endpoint({
  method: 'GET',
  path: '/bff/cognitive-compliance',
  query: TopicQuery,
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    items: z.array(ComplianceTopic),
    /** Of all topics; the most frequent ones are listed. */
    total: z.int(),
  }),
  access: 'events.view',
})
