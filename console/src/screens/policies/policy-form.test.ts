import { GroupId, PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import { PolicyChange, PolicyDetail, PolicyDraft } from '@verbatim/contract/policies.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf } from '#editor/differences.ts'
import { readBody } from '#editor/use-editing.ts'
import { fieldOf } from './policy-failures.ts'
import {
  isSamePolicy,
  type NamedPolicy,
  newPolicy,
  policyBody,
  type PolicyValues,
  toUpdate,
  toValues,
} from './policy-form.ts'
import { mergePolicies, policyWords, ruleDifferences } from './policy-merge.ts'
import { newRule, type RuleValues } from '#screens/policies/rules/rule-form.ts'
import { Failure } from '@verbatim/client/failure.ts'

const ruleId = (n: number) => RuleId.parse(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const policyOf = (patterns: readonly string[], given: object = {}): NamedPolicy => ({
  groups: [],
  ...PolicyDetail.parse({
    id: PolicyId.parse('00000000-0000-7000-8000-999999999999'),
    name: 'Gifts',
    severity: 'medium',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    version: 3,
    changedAt: '2026-11-21T10:00:00Z',
    changedBy: 'Ann Admin',
    ruleCount: patterns.length,
    rules: patterns.map((pattern, index) => ({
      id: ruleId(index + 1),
      name: pattern,
      type: 'phrase',
      pattern,
      scope: 'message',
      alsoDisguised: true,
      conditions: {},
      fileType: null,
      isEvaluated: true,
    })),
    ...given,
  }),
})
const north = { id: GroupId.parse('00000000-0000-7000-8000-000000000777'), name: 'North' }
const withRule = (values: PolicyValues, index: number, change: Partial<RuleValues>): PolicyValues => ({
  ...values,
  rules: values.rules.map((rule, i) => (i === index ? { ...rule, ...change } : rule)),
})
const merged = (before: NamedPolicy, theirs: NamedPolicy, mine: PolicyValues) =>
  mergePolicies({ before: toValues(before), theirs: toValues(theirs), mine })
const added = (pattern: string): RuleValues => ({ ...newRule(`new ${pattern}`), pattern })

describe('a policy being edited', () => {
  test('without changes has nothing to save', () => {
    const policy = policyOf(['buy', 'sell'], {
      rules: [
        {
          ...policyOf(['buy']).rules[0],
          conditions: {
            minWords: 2,
            channels: ['whatsapp', 'sms'],
            languages: ['zh', 'de'],
            exceptPhrases: ['x'],
          },
        },
      ],
    })
    expect(isSamePolicy(toValues(policy), toValues(structuredClone(policy)))).toBe(true)
    expect(isSamePolicy(toValues(policy), { ...toValues(policy), severity: 'low' })).toBe(false)
  })

  test('sends only what changed', () => {
    const policy = policyOf(['buy', 'sell', 'hold'])
    const values = withRule({ ...toValues(policy), severity: 'high' }, 0, { pattern: 'bought' })
    const change = toUpdate(policy, {
      ...values,
      rules: [values.rules[0]!, values.rules[2]!, added('hush')],
    })
    expect(change).toEqual({
      severity: 'high',
      expectedVersion: 3,
      rules: {
        put: [
          {
            id: ruleId(1),
            name: '',
            type: 'phrase',
            pattern: 'bought',
            scope: 'message',
            alsoDisguised: true,
            conditions: {},
          },
          {
            name: '',
            type: 'phrase',
            pattern: 'hush',
            scope: 'message',
            alsoDisguised: true,
            conditions: {},
          },
        ],
        removed: [ruleId(2)],
      },
    })
    expect(PolicyChange.safeParse(change).success).toBe(true)
  })

  test('is created as the contract requires, without groups chosen before it became global', () => {
    const values: PolicyValues = { ...newPolicy, name: 'A', groups: [north], rules: [added('buy')] }
    const { body } = readBody(policyBody, values)
    expect(PolicyDraft.parse(body)).toMatchObject({ name: 'A', scope: 'global', groupIds: [] })
    const grouped = readBody(policyBody, { ...values, scope: 'group' })
    expect(grouped.body).toMatchObject({ scope: 'group', groupIds: [north.id] })
  })
})

describe('an error', () => {
  test('is shown at its field, in the words of the specification', () => {
    const values: PolicyValues = { ...newPolicy, scope: 'group', rules: [newRule('a')] }
    expect(readBody(policyBody, values).errors).toEqual({
      name: 'This field cannot be empty.',
      groups: 'Please select at least one Group',
      'rules.a.pattern': 'This field cannot be empty.',
    })
  })

  test('after saving is shown at the rule that the server names', () => {
    const failure = new Failure('policy.bad-regex', { details: { rule: 1 } })
    expect(failure.message).toBe('This regex has wrong pattern.')
    const values = { ...newPolicy, rules: [added('a'), added('b')] }
    expect(fieldOf(failure, values, undefined)).toBe('rules.new b.pattern')
    // For an existing policy, only changed rules are sent.
    const base = policyOf(['buy', 'sell', 'hold'])
    const changed = withRule(withRule(toValues(base), 1, { pattern: 'sold' }), 2, { pattern: 'held' })
    expect(fieldOf(failure, changed, base)).toBe(`rules.${ruleId(3)}.pattern`)
    expect(fieldOf(new Failure('policy.name-taken'), values, undefined)).toBe('name')
    expect(new Failure('policy.name-taken').message).toBe('A policy with this name already exists.')
    expect(fieldOf(new Failure('unavailable'), values, undefined)).toBeUndefined()
  })
})

describe('two changes of one policy', () => {
  const base = policyOf(['buy', 'sell', 'hold'])
  const theirs = { ...base, version: 4, severity: 'high' as const, rules: base.rules.slice(0, 2) }

  test('are separated into the other user’s changes and conflicts', () => {
    const mine = withRule({ ...toValues(base), severity: 'low' }, 2, { pattern: 'hold on' })
    const three = { before: toValues(base), theirs: toValues(theirs), mine }
    const words = {
      before: policyWords(three.before),
      theirs: policyWords(three.theirs),
      mine: policyWords(mine),
    }
    expect([...differencesOf(words), ...ruleDifferences(three)]).toEqual([
      { what: 'Severity', from: 'Medium', to: 'High', isContested: true },
      { what: 'Rule “hold” was removed', isContested: true },
    ])
  })

  test('are combined: my value where I changed something, theirs elsewhere', () => {
    const mine = withRule({ ...toValues(base), name: 'Presents' }, 2, { pattern: 'hold on' })
    const both = merged(base, theirs, { ...mine, rules: mine.rules.slice(1) })
    expect(both).toMatchObject({ name: 'Presents', severity: 'high' })
    expect(both.rules.map(({ pattern, id }) => [pattern, id])).toEqual([
      ['sell', ruleId(2)],
      ['hold on', undefined],
    ])
  })

  test('give their version if I changed nothing, and mine if they changed nothing', () => {
    const texts = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('low', 'high'), (before, after, severity) => {
        const [old, other] = [policyOf(before), policyOf(after, { version: 4, severity })]
        expect(merged(old, other, toValues(old))).toEqual(toValues(other))
        expect(merged(old, old, toValues(other))).toMatchObject({ severity })
        expect(isSamePolicy(toValues(other), merged(old, other, toValues(other)))).toBe(true)
      }),
    )
  })
})
