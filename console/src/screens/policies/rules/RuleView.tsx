import { Code } from '@mantine/core'
import { channelNames } from '@verbatim/contract/channels.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import { ruleScopeNames, ruleTypeNames } from '@verbatim/contract/policy-rules.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { directionNames, senderNames } from '#screens/policies/policy-words.ts'
import type { RuleValues } from './rule-form.ts'

/** All details of a rule, read-only. */
export function RuleView({ rule }: { rule: RuleValues }) {
  const { type, pattern, scope, alsoDisguised, conditions } = rule
  const { direction, senderRole, channels, exceptPhrases, withinWords, minWords } = conditions
  const { languages, ignoreQuoted, ignoreDisclaimers } = conditions
  return (
    <Facts
      facts={[
        [
          ruleTypeNames[type],
          <Code key="pattern" block>
            {pattern}
          </Code>,
        ],
        ['Applies to', ruleScopeNames[scope]],
        ['Also find disguised spellings', type === 'phrase' && (alsoDisguised ? 'Yes' : 'No')],
        ['Direction', directionNames[direction]],
        ['Sender', senderNames[senderRole]],
        ['Channels', channels.map((channel) => channelNames[channel]).join(', ') || 'All channels'],
        ['Languages', languages.map(languageName).join(', ') || 'All languages'],
        [
          'Exceptions',
          exceptPhrases && (
            <Code key="except" block>
              {exceptPhrases}
            </Code>
          ),
        ],
        ['Words apart', withinWords],
        ['Minimum words', minWords],
        ['Quoted emails', ignoreQuoted && 'Ignored'],
        ['Disclaimers', ignoreDisclaimers && 'Ignored'],
      ]}
    />
  )
}
