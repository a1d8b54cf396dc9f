import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { policyLimits } from '@verbatim/contract/policies.ts'
import type { TextRange } from '@verbatim/ui/ranges.ts'
import { useDraft } from '@verbatim/ui/use-draft.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { trialQuery } from './queries.ts'
import { type RuleValues, toConditions } from './rule-form.ts'

/** What became of one rule on the text. */
export interface TrialOfRule {
  readonly rule: RuleValues
  readonly ranges: readonly TextRange[]
  readonly problem?: { readonly kind: 'invalid' | 'not-evaluated'; readonly message: string }
}

export interface Trial {
  readonly text: string
  readonly setText: (text: string) => void
  /** The rules that have something to try, as they were when they were tried last. */
  readonly rules: readonly TrialOfRule[]
  /** The text as phrases see it. */
  readonly normalised: string | undefined
  readonly isTrying: boolean
  readonly error: Error | null
  /** Undefined where the rule was not tried as it stands. */
  readonly problemOf: (rule: RuleValues) => TrialOfRule['problem']
}

const restMs = 250
const needsModel = {
  kind: 'not-evaluated',
  message: 'Prompts need a language model; none is configured.',
} as const

/** Tries rules on a text while both are written: a rest in typing asks, and what is no longer asked is cancelled. */
export function useTrial(rules: readonly RuleValues[]): Trial {
  const api = useApi()
  const canTry = useCan('policies.test')
  const [text, setText] = useDraft('policy-trial')
  const written = rules.filter(({ pattern }) => pattern.trim() !== '').slice(0, policyLimits.draftRules)
  const [settled] = useDebouncedValue(JSON.stringify({ text, rules: written }), restMs)
  const asked = JSON.parse(settled) as { text: string; rules: RuleValues[] }
  const body = {
    text: asked.text,
    rules: asked.rules.map(({ type, pattern, conditions }) => ({
      type,
      pattern,
      conditions: toConditions(conditions),
    })),
  }
  const isAsked = canTry && body.rules.length > 0
  const keys = asked.rules.map(({ key }) => key)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...trialQuery(api, body, keys),
    enabled: isAsked,
  })
  const answer = isAsked ? data : undefined
  // Marks of an earlier answer stay where the text before and under them is still the same.
  const valid = answer ? commonStart(answer.text, text) : 0
  const tried = asked.rules.map((rule): TrialOfRule => {
    const place = answer?.keys.indexOf(rule.key)
    const failed = isPlaceholderData ? undefined : answer?.errors.find((one) => one.rule === place)
    return {
      rule,
      ranges: (answer?.evidence ?? [])
        .filter((found) => found.rule === place && found.end <= valid)
        .map(({ start, end }) => ({ start, end, tone: 'evidence' })),
      ...(rule.type === 'prompt' && { problem: needsModel }),
      ...(failed && { problem: { kind: failed.problem, message: failed.message } }),
    }
  })
  return {
    text,
    setText: (next) => setText(next || undefined),
    rules: tried,
    normalised: answer?.normalised,
    isTrying: isFetching || JSON.stringify({ text, rules: written }) !== settled,
    error,
    problemOf: (rule) =>
      tried.find(
        (one) =>
          one.rule.key === rule.key && one.rule.pattern === rule.pattern && one.rule.type === rule.type,
      )?.problem,
  }
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
