import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { tryPolicy } from '@verbatim/contract/policy-trials.ts'
import { Failure } from '#kernel/failure.ts'
import { fold } from '@verbatim/matcher/folding/fold.ts'
import { compileRules } from '@verbatim/matcher/matcher.ts'
import { draftRuleId, draftRuleIndex } from './draft-rules.ts'
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
          id: draftRuleId(index),
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
      rule: draftRuleIndex(id),
      problem: 'not-evaluated',
      message: 'This rule takes too long on this text, so it was not evaluated.',
    })
  }
  return {
    evidence: parts.flatMap(({ part, evidence }) =>
      evidence.map(({ ruleId, start, end }) => ({ rule: draftRuleIndex(ruleId), part, start, end })),
    ),
    errors,
    normalised: fold(text).text,
  }
}
