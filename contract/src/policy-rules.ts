/** The rules of a policy: how they detect, when they apply, and the files that they come from. */
import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import { Channel } from './channels.ts'
import { RuleId } from './ids.ts'
import { ruleLanguages } from './languages.ts'
import { requiredText, text } from './text.ts'
import { wholeNumber } from './whole-number.ts'
import { setOf } from './set-of.ts'

/** How a rule detects. */
export const ruleTypes = ['phrase', 'regex', 'prompt'] as const
export const RuleType = z.enum(ruleTypes)
export type RuleType = z.infer<typeof RuleType>

export const ruleTypeNames: Record<RuleType, string> = { phrase: 'Phrase', regex: 'Regex', prompt: 'Prompt' }

/** The scope of a rule. `conversation` is for prompts. Source: docs/rules/policies.md. */
export const ruleScopes = ['message', 'attachment', 'message_and_attachment', 'conversation'] as const
export const RuleScope = z.enum(ruleScopes)
export type RuleScope = z.infer<typeof RuleScope>

export const ruleScopeNames: Record<RuleScope, string> = {
  message: 'Message',
  attachment: 'Attachment (its text and name)',
  message_and_attachment: 'Message and attachment',
  conversation: 'Conversation',
}

/** The files from which rules are imported; a policy takes one kind. */
export const ruleFileTypes = ['regex_csv', 'phrase_csv'] as const
export const RuleFileType = z.enum(ruleFileTypes)
export type RuleFileType = z.infer<typeof RuleFileType>

export const ruleFileTypeNames: Record<RuleFileType, string> = {
  regex_csv: 'CSV of regexes',
  phrase_csv: 'CSV of phrases',
}

/** Sizes that a person can reach. */
export const policyLimits = {
  name: 200,
  pattern: 10_000,
  /** Phrases of one rule, one to a line. */
  phrases: 500,
  exceptPhrases: 100,
  rulesPerPolicy: 10_000,
  fileBytes: 5 * 1024 * 1024,
  fileRows: 10_000,
  tryText: 100_000,
  trySubject: 1_000,
  draftRules: 500,
  /** On one page of a policy's rules. */
  rulesPerPage: 2500,
} as const

/** A required field of a policy is empty. Source: docs/rules/texts.md. */
export const emptyField = 'This field cannot be empty.'

/** Further conditions of a rule. An absent condition does not limit it. Source: docs/rules/policies.md. */
export const RuleConditions = z.strictObject({
  direction: z.enum(['inbound', 'outbound', 'internal', 'any']).optional(),
  senderRole: z.enum(['messenger_user', 'contact', 'any']).optional(),
  channels: setOf(Channel).max(8).optional(),
  /**
   * Of the message. One whose language is not recognized satisfies every list, because it may be any of them; so do the
   * names and texts of files, whose languages are not read.
   */
  languages: setOf(z.enum(ruleLanguages)).max(ruleLanguages.length).optional(),
  /** A match that touches one of these does not count. */
  exceptPhrases: z
    .array(text({ max: 500, min: 1, empty: emptyField }))
    .max(policyLimits.exceptPhrases)
    .optional(),
  /** All of the rule's phrases must occur within this number of words. */
  withinWords: wholeNumber({ from: 0, to: 1000 }).optional(),
  /** Shorter messages are skipped. */
  minWords: wholeNumber({ from: 0, to: 1000 }).optional(),
  /** Matches in the mail that is answered or forwarded do not count. */
  ignoreQuoted: z.boolean().optional(),
  /** Matches in standard disclaimers do not count. */
  ignoreDisclaimers: z.boolean().optional(),
})
export type RuleConditions = z.infer<typeof RuleConditions>

const RuleFields = z.strictObject({
  name: text({ max: policyLimits.name, min: 1, empty: emptyField }),
  type: RuleType,
  /** A regex, a prompt, or one or more phrases, one to a line; any of them may match. */
  pattern: z.string(),
  scope: RuleScope,
  /** Whether phrases are also found spelled out, stretched, and with digits for letters; ignored for other rules. */
  alsoDisguised: z.boolean(),
  conditions: RuleConditions,
})

export const PolicyRule = RuleFields.extend({
  id: RuleId,
  name: z.string(),
  /** The kind of file it was imported from; null for a rule added by hand. */
  fileType: RuleFileType.nullable(),
  /** Prompts need a language model. This release has none, so they are not evaluated. */
  isEvaluated: z.boolean(),
})
export type PolicyRule = z.infer<typeof PolicyRule>

/** The editable fields of a rule. Patterns are stored as written, including white space. */
export const RuleDraft = RuleFields.extend({
  name: text({ max: policyLimits.name }).default(''),
  pattern: z
    .string()
    .max(policyLimits.pattern, `A pattern can have at most ${policyLimits.pattern} characters.`)
    .refine((pattern) => pattern.trim() !== '', emptyField)
    .refine(
      (pattern) => !pattern.includes('\0') && pattern.isWellFormed(),
      'The text contains a character that is not allowed.',
    ),
  scope: RuleScope.default('message'),
  alsoDisguised: z.boolean().default(true),
  conditions: RuleConditions.default({}),
})
export type RuleDraft = z.infer<typeof RuleDraft>

/** Absent fields stay unchanged. A pattern is read by the type that is given with it. */
export const RuleChange = changeSchemaOf(RuleDraft)
export const hasTypeOfPattern = ({ type, pattern }: z.infer<typeof RuleChange>) =>
  pattern === undefined || type !== undefined
export const typeOfPattern = { path: ['type'], message: requiredText('type') }
export type RuleChange = z.infer<typeof RuleChange>

/** A changed rule by its ID, or a new one. */
const RulePut = RuleChange.extend({ id: RuleId.optional() })
  .refine(hasTypeOfPattern, typeOfPattern)
  .refine(({ id, pattern }) => id !== undefined || pattern !== undefined, {
    path: ['pattern'],
    message: requiredText('pattern'),
  })

/**
 * Rules that change with their policy, in one version of it: with an `id`, what changes of that rule; without one, a new
 * rule at the end. The others stay. A failure names the rule by its index in `put`.
 */
export const RuleChanges = z.strictObject({
  put: z.array(RulePut).max(policyLimits.draftRules).default([]),
  removed: setOf(RuleId).max(policyLimits.draftRules).default([]),
})
export type RuleChanges = z.infer<typeof RuleChanges>

/** A row of an imported file that is not a rule, and why. Rows are counted from 1, as in a spreadsheet. */
export const RowError = z.object({ row: z.int(), pattern: z.string(), message: z.string() })
export type RowError = z.infer<typeof RowError>

export const RuleImport = z.object({
  total: z.int(),
  created: z.int(),
  /** Rules from an earlier file that also find what this file says. */
  widened: z.int(),
  /** Rows of rules that stay as they are: they find more already, or were limited by hand. */
  differing: z.int(),
  failed: z.int(),
  /** Rows that repeat another one, or a rule from an earlier file. */
  skipped: z.int(),
  errors: z.array(RowError),
  /** Nothing was saved, because it was a dry run or a row was invalid. */
  saved: z.boolean(),
  /** The policy's version after the import. */
  version: z.int(),
})
export type RuleImport = z.infer<typeof RuleImport>
