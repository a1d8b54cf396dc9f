import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import type { TextRange } from '@verbatim/ui/ranges.ts'
import { useDraft } from '#shell/use-draft.ts'
import { useState } from 'react'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { trialQuery } from '#screens/policies/queries.ts'
import { firstRules, type RuleValues, toConditions } from './rule-form.ts'

/** The result of one rule on the text. */
export interface TrialOfRule {
  readonly rule: RuleValues
  /** In the text. */
  readonly ranges: readonly TextRange[]
  readonly subjectRanges: readonly TextRange[]
  readonly problem?: { readonly kind: 'invalid' | 'not-evaluated'; readonly message: string }
}

export interface Trial {
  readonly text: string
  readonly setText: (text: string) => void
  /** For a mail; rules check it separately. */
  readonly subject: string
  readonly setSubject: (subject: string) => void
  /** The rules with a pattern to try, in their state at the last trial. */
  readonly rules: readonly TrialOfRule[]
  /** How many rules have no pattern yet. */
  readonly unwritten: number
  /** The text as phrases see it. */
  readonly normalised: string | undefined
  readonly isTrying: boolean
  readonly error: Error | null
  /** Undefined if the rule has changed since the trial. */
  readonly problemOf: (rule: RuleValues) => TrialOfRule['problem']
}

const restMs = 250
const needsModel = {
  kind: 'not-evaluated',
  message: 'Prompts are not evaluated in this release.',
} as const

/**
 * Tries rules on a text while both are edited. A pause in typing starts a request and cancels an outdated one. The
 * text is stored with its policy; a new policy's text is dropped with it.
 */
export function useTrial(rules: readonly RuleValues[], policyId: PolicyId | undefined): Trial {
  const api = useApi()
  const canTry = useCan('policies.test')
  const [text, setText] = useTrialText('policy-trial', policyId)
  const [subject, setSubject] = useTrialText('policy-trial-subject', policyId)
  const complete = rules.filter(({ pattern }) => pattern.trim() !== '')
  const written = firstRules(complete, policyLimits.draftRules)
  const wanted = JSON.stringify({ text, subject, rules: written })
  const [settled] = useDebouncedValue(wanted, restMs)
  const asked = JSON.parse(settled) as { text: string; subject: string; rules: RuleValues[] }
  const body = {
    text: asked.text,
    subject: asked.subject,
    rules: asked.rules.map(({ type, pattern, alsoDisguised, conditions }) => ({
      type,
      pattern,
      alsoDisguised,
      conditions: toConditions(conditions),
    })),
  }
  const isTooLong = asked.text.length > policyLimits.tryText || asked.subject.length > policyLimits.trySubject
  const isAsked = canTry && body.rules.length > 0 && !isTooLong
  const keys = asked.rules.map(({ key }) => key)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...trialQuery(api, body, keys),
    enabled: isAsked,
  })
  const answer = isAsked ? data : undefined
  // Marks of an earlier answer stay if the text before and under them is unchanged.
  const valid = {
    text: answer ? commonStart(answer.text, text) : 0,
    subject: answer ? commonStart(answer.subject, subject) : 0,
  }
  const tried = asked.rules.map((rule): TrialOfRule => {
    const place = answer?.keys.indexOf(rule.key)
    const failed = isPlaceholderData ? undefined : answer?.errors.find((one) => one.rule === place)
    const rangesIn = (part: 'text' | 'subject') =>
      (answer?.evidence ?? [])
        .filter((found) => found.rule === place && found.part === part && found.end <= valid[part])
        .map(({ start, end }): TextRange => ({ start, end, tone: 'evidence' }))
    return {
      rule,
      ranges: rangesIn('text'),
      subjectRanges: rangesIn('subject'),
      ...(rule.type === 'prompt' && { problem: needsModel }),
      ...(failed && { problem: { kind: failed.problem, message: failed.message } }),
    }
  })
  const byKey = new Map(tried.map((one) => [one.rule.key, one]))
  return {
    text,
    setText,
    subject,
    setSubject,
    rules: tried,
    unwritten: rules.length - complete.length,
    normalised: answer?.normalised,
    isTrying: isFetching || wanted !== settled,
    error,
    problemOf: (rule) => {
      const one = byKey.get(rule.key)
      return one?.rule.pattern === rule.pattern && one.rule.type === rule.type ? one.problem : undefined
    },
  }
}

/** Stored in this tab for an existing policy; a new one starts without. */
function useTrialText(
  name: string,
  policyId: PolicyId | undefined,
): [text: string, set: (text: string) => void] {
  const [kept, keep] = useDraft(`${name}.${policyId ?? 'new'}`)
  const [fresh, setFresh] = useState('')
  return policyId ? [kept, (text) => keep(text || undefined)] : [fresh, setFresh]
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
