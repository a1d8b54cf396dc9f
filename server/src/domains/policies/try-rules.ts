import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import { RuleId } from '@verbatim/contract/ids.ts'
import type { tryPolicy } from '@verbatim/contract/policy-trials.ts'
import { Failure } from '#kernel/failure.ts'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { compileRules } from '@verbatim/matcher/matcher.ts'
import { checkPatterns, checkRule } from './model.ts'

type Trial = OutputOf<typeof tryPolicy>

/**
 * The matches of draft rules in a text and its subject, the errors of rules that cannot be tried, and the text as phrases see
 * it.
 */
export function tryRules({ text, subject, rules }: InputOf<typeof tryPolicy>['body']): Trial {
  const errors: Trial['errors'] = []
  const valid = rules.flatMap(({ type, pattern, conditions = {}, alsoDisguised }, index) => {
    try {
      checkPatterns([{ type, pattern }])
      checkRule({ type, pattern, scope: 'message' }, 'raise')
      return [
        {
          id: placeholder(index),
          type,
          pattern,
          conditions,
          ...(alsoDisguised !== undefined && { alsoDisguised }),
        },
      ]
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      errors.push({ rule: index, problem: 'invalid', message: error.message })
      return []
    }
  })
  const matcher = compileRules(valid)
  const parts = (['subject', 'text'] as const).map((part) => ({
    part,
    ...matcher.find(part === 'text' ? text : subject),
  }))
  for (const id of new Set(parts.flatMap(({ notEvaluated }) => notEvaluated))) {
    errors.push({
      rule: indexOf(id),
      problem: 'not-evaluated',
      message: 'This rule takes too long on this text, so it was not evaluated.',
    })
  }
  return {
    evidence: parts.flatMap(({ part, evidence }) =>
      evidence.map(({ ruleId, start, end }) => ({ rule: indexOf(ruleId), part, start, end })),
    ),
    errors,
    normalised: fold(text).text,
  }
}

/** Draft rules have no IDs yet: their index is used instead. */
function placeholder(index: number): RuleId {
  return RuleId.parse(`00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)
}

function indexOf(id: RuleId): number {
  return Number(id.slice(-12))
}
