/** Policies before they are saved: rules tried on a text, and the events that a draft would have raised. */
import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { ConversationId, GroupId, MessageId } from './ids.ts'
import { groupsMessage, needsGroups, PolicyFields, policyRefusals } from './policies.ts'
import { policyLimits, RuleConditions, RuleDraft, RuleType } from './policy-rules.ts'
import { text } from './text.ts'
import { wholeNumber } from './whole-number.ts'

/** A match of a draft's rule; `rule` is its index in the request. */
const DraftEvidence = z.object({
  rule: z.int(),
  part: z.enum(['subject', 'text']),
  start: z.int(),
  end: z.int(),
})

/** Tries rules on a text without saving anything. */
export const tryPolicy = endpoint({
  method: 'POST',
  path: '/bff/api/v1/topics/try',
  body: z.strictObject({
    text: z.string().max(policyLimits.tryText),
    /** For a mail; checked separately. */
    subject: z.string().max(policyLimits.trySubject).default(''),
    rules: z
      .array(
        z.looseObject({
          type: RuleType,
          pattern: z.string().max(policyLimits.pattern),
          conditions: RuleConditions.optional(),
          /** On by default. */
          alsoDisguised: z.boolean().optional(),
        }),
      )
      .max(policyLimits.draftRules),
  }),
  response: z.object({
    evidence: z.array(DraftEvidence),
    /** Rules that cannot be saved, or whose trial on this text was not completed. */
    errors: z.array(
      z.object({ rule: z.int(), problem: z.enum(['invalid', 'not-evaluated']), message: z.string() }),
    ),
    /** The normalised text that phrases are matched against. */
    normalised: z.string(),
  }),
  access: 'policies.test',
  failures: [...policyRefusals, 'request.too-costly'],
})

/** A draft that is not ready yet: it has no name. */
const PreviewDraft = PolicyFields.extend({
  name: text({ max: policyLimits.name }).default(''),
  rules: z.array(RuleDraft).max(policyLimits.draftRules).default([]),
}).refine(needsGroups, groupsMessage)

/** The events that a draft would have raised among the messages that the caller may see. */
export const previewPolicy = endpoint({
  method: 'POST',
  path: '/bff/api/v1/topics/preview',
  body: z.strictObject({ policy: PreviewDraft, days: wholeNumber({ from: 1, to: 365 }).default(30) }),
  response: z.object({
    /** The number of messages read; if the time ran out, the newest ones. */
    examined: z.int(),
    isComplete: z.boolean(),
    /** The time of the oldest message read. */
    since: z.iso.datetime(),
    matched: z.int(),
    conversations: z.int(),
    notEvaluated: z.int(),
    /** Attachments of these messages whose text was examined, and those without a known text; 0 if no rule looks inside. */
    attachmentsRead: z.int(),
    attachmentsUnread: z.int(),
    /** Messages matched by each rule, in the draft's order. */
    byRule: z.array(z.int()),
    /** Messages matched on each UTC day with matches, oldest first. */
    byDay: z.array(z.object({ day: z.iso.date(), matched: z.int() })),
    /** Messages matched in each group, most first. A message of two groups counts in both, and one without a group in none. */
    byGroup: z.array(z.object({ groupId: GroupId, matched: z.int() })),
    sample: z.array(
      z.object({
        messageId: MessageId,
        conversationId: ConversationId,
        channel: Channel,
        postedAt: z.iso.datetime(),
        from: z.string(),
        /** The part of the text around the first match. */
        excerpt: z.string(),
        /** The matches in `excerpt`: UTF-16 offsets, end exclusive. */
        marks: z.array(z.tuple([z.int(), z.int()])),
        /** Which rules matched, by their index in the draft. */
        rules: z.array(z.int()),
      }),
    ),
  }),
  access: 'policies.test',
  failures: [...policyRefusals, 'request.too-costly', 'purpose.required'],
})
