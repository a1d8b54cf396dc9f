/** The words and icons for policies and their rules. */
import { IconAlignLeft, IconBan, IconRadar2, IconRegex, IconShieldX, IconSparkles } from '@tabler/icons-react'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import { type PolicyAction, policyActionNames } from '@verbatim/contract/policies.ts'
import { type RuleConditions, type RuleType, ruleTypeNames } from '@verbatim/contract/policy-rules.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'

export const actionMeanings: Record<PolicyAction, Meaning> = {
  raise: { label: policyActionNames.raise, tone: 'grey', icon: IconRadar2 },
  block: { label: policyActionNames.block, tone: 'grey', icon: IconBan },
  'block-and-raise': { label: policyActionNames['block-and-raise'], tone: 'grey', icon: IconShieldX },
}

/** What each action does, for the user who chooses one. */
export const actionTexts: Record<PolicyAction, string> = {
  raise: 'An event is raised for review. The message is not stopped.',
  block: 'The message is not sent from the messenger. Captured messages raise no event.',
  'block-and-raise':
    'The message is not sent from the messenger. Captured messages raise an event for review.',
}

export const ruleTypeMeanings: Record<RuleType, Meaning> = {
  phrase: { label: ruleTypeNames.phrase, tone: 'grey', icon: IconAlignLeft },
  regex: { label: ruleTypeNames.regex, tone: 'grey', icon: IconRegex },
  prompt: { label: ruleTypeNames.prompt, tone: 'grey', icon: IconSparkles },
}

export const directionNames = {
  any: 'Any direction',
  inbound: 'Received from contacts',
  outbound: 'Sent to contacts',
  internal: 'Between representatives',
} as const

export const senderNames = {
  any: 'Anyone',
  messenger_user: 'A representative',
  contact: 'A contact',
} as const

/** The conditions in one line; none if nothing limits the rule. */
export function conditionWords(conditions: RuleConditions): string[] {
  const { direction, senderRole, channels, languages, exceptPhrases, withinWords, minWords } = conditions
  return [
    direction && direction !== 'any' ? directionNames[direction] : undefined,
    senderRole && senderRole !== 'any' ? `From ${senderNames[senderRole].toLowerCase()}` : undefined,
    channels?.length ? channels.map((channel) => channelNames[channel]).join(', ') : undefined,
    languages?.length ? languageWords(languages) : undefined,
    exceptPhrases?.length ? `${counted(exceptPhrases.length, 'exception')}` : undefined,
    withinWords === undefined ? undefined : `Within ${counted(withinWords, 'word')}`,
    minWords ? `At least ${counted(minWords, 'word')}` : undefined,
    conditions.ignoreQuoted ? 'Not in quoted emails' : undefined,
    conditions.ignoreDisclaimers ? 'Not in disclaimers' : undefined,
  ].filter((word) => word !== undefined)
}

/** The names of a few languages, or their number. */
const languageWords = (codes: readonly string[]): string =>
  codes.length > 4 ? counted(codes.length, 'language') : codes.map(languageName).join(', ')

export const disguiseText =
  'Also finds g u a r a n t e e, gu4r4nt33 and guaaarantee, simplified for traditional Chinese, and hiragana for katakana.'

/** Shown for the few phrases that are not found in disguise. */
export function disguiseWords(rule: { readonly type: RuleType; readonly alsoDisguised: boolean }): string[] {
  return rule.type === 'phrase' && !rule.alsoDisguised ? ['Not disguised'] : []
}

/** Names of groups; groups that the reader may not see are not named. */
export function groupNamer(groups: readonly GroupEntry[] | undefined): (id: string) => string {
  const names = new Map<string, string>(groups?.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? (groups ? 'A group you can’t see' : '…')
}
