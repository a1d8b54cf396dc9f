/**
 * What a message is by its type and flags, as SQL: one home for the conditions that queries, checks and database functions share. A function
 * in `schema/functions/` names a condition as `{{isSaid message}}`.
 */
import { type RawBuilder, sql } from 'kysely'

/** Each condition on the columns of an alias. Type and flags are never null, so that what is not said is automatic. */
const conditions = {
  /** A person said it: no notice of the system, no automatic reply, and no line of a missing message. What several accounts captured was said once. */
  isSaid: (m) =>
    `(${m}.content_type not in ('missing', 'system') and not 'autoReply' = any(${m}.flags) and ${m}.mirror_of is null)`,
  /** No person said it. */
  isAutomatic: (m) => `(${m}.content_type in ('missing', 'system') or 'autoReply' = any(${m}.flags))`,
  /** Its text is its author's own: no automatic message, no words of others, and no second copy of them. */
  isOwnWords: (m) =>
    `(${m}.content_type not in ('missing', 'system', 'transcript') and not ${m}.flags && array['autoReply', 'forwarded']
      and ${m}.mirror_of is null)`,
  /** It is shown in place of all copies that accounts of the organization have of it. */
  isFirst: (m) => `(${m}.mirror_of is null)`,
  /** Another copy of it is shown and counted. */
  isMirror: (m) => `(${m}.mirror_of is not null)`,
  /** It arrived more than an hour after it was sent, or was sent in a gap of its account. */
  isLate: (m) => `('late' = any(${m}.flags))`,
  /** A line of a missing message. */
  isLine: (m) => `(${m}.content_type = 'missing')`,
  /** The line of a message of which nothing came. A vote came, sealed, although its poll did not. */
  isLost: (m) => `(${m}.content_type = 'missing' and ${m}.structured is null)`,
  /** It says something about consent, perhaps: an index contains such messages. */
  saysConsent: (m) => `(${m}.structured ?| array['consent', 'optOut'])`,
  /** What it says about consent; null for nothing. */
  consentOf: (
    m,
  ) => `(case when ${m}.structured ->> 'consent' in ('granted', 'refused') then ${m}.structured ->> 'consent'
    when ${m}.structured ->> 'optOut' = 'STOP' then 'stopped' when ${m}.structured ->> 'optOut' = 'START' then 'resumed' end)`,
  /** A line of a message that could not be decrypted. */
  isUndecrypted: (m) => `('undecrypted' = any(${m}.flags))`,
  /** The same, or a line of several that were put aside, encrypted, and may have been opened since. An index contains both. */
  mayBeUnopened: (m) => `('undecrypted' = any(${m}.flags) or ${m}.structured ? 'firstNumber')`,
} satisfies Record<string, (alias: string) => string>
type Condition = keyof typeof conditions

/** A condition for a query that is built as text. */
export const textOfCondition = (name: Condition, alias: string): string => conditions[name](alias)

/** The text of functions, with each condition that it names. */
export const withConditions = (text: string): string =>
  text.replace(/\{\{(\w+) (\w+)\}\}/g, (_, name: string, alias: string) => {
    if (!isCondition(name)) throw new Error(`A function names an unknown condition: ${name}`)
    return conditions[name](alias)
  })

const isCondition = (name: string): name is Condition => name in conditions

const conditionOf =
  (name: Condition) =>
  (alias: string): RawBuilder<boolean> =>
    sql.raw(conditions[name](alias))

export const isSaid = conditionOf('isSaid')
export const isLate = conditionOf('isLate')
export const isOwnWords = conditionOf('isOwnWords')
export const isFirst = conditionOf('isFirst')
export const isLine = conditionOf('isLine')
export const isLost = conditionOf('isLost')
export const isUndecrypted = conditionOf('isUndecrypted')
export const mayBeUnopened = conditionOf('mayBeUnopened')
export const saysConsent = conditionOf('saysConsent')
export const consentOf = conditionOf('consentOf')
