import { PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import { PolicyChange, PolicyDetail, PolicyDraft } from '@verbatim/contract/policies.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failedRowsText } from './failed-rows.ts'
import { isChanged, newPolicy, type PolicyValues, toCreation, toUpdate, toValues } from './policy-form.ts'
import { differences, rebase } from './policy-merge.ts'
import { errorsOf, validatePolicy } from './policy-validation.ts'
import { newRule, type RuleValues } from './rule-form.ts'
import { Failure } from '@verbatim/client/failure.ts'

const ruleId = (n: number) => RuleId.parse(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const policyOf = (patterns: readonly string[], given: object = {}): PolicyDetail =>
  PolicyDetail.parse({
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
  })
const withRule = (values: PolicyValues, index: number, change: Partial<RuleValues>): PolicyValues => ({
  ...values,
  rules: values.rules.map((rule, i) => (i === index ? { ...rule, ...change } : rule)),
})
const added = (pattern: string): RuleValues => ({ ...newRule(`new ${pattern}`), pattern })

describe('a policy being written', () => {
  test('that was not touched has nothing to save', () => {
    const policy = policyOf(['buy', 'sell'], {
      rules: [
        {
          ...policyOf(['buy']).rules[0],
          conditions: { minWords: 2, channels: ['whatsapp', 'sms'], exceptPhrases: ['x'] },
        },
      ],
    })
    expect(isChanged(policy, toValues(policy))).toBe(false)
    expect(isChanged(undefined, newPolicy)).toBe(false)
  })

  test('sends what changed, and nothing else', () => {
    const policy = policyOf(['buy', 'sell', 'hold'])
    const values = withRule({ ...toValues(policy), severity: 'high' }, 0, { pattern: 'bought' })
    const { change, placed } = toUpdate(policy, {
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
    expect(placed).toEqual([ruleId(1), 'new hush'])
  })

  test('is created as the contract wants it, whatever groups were chosen before it became global', () => {
    const draft = toCreation({ ...newPolicy, name: 'A', groupIds: [], rules: [added('buy')] })
    expect(PolicyDraft.parse(draft)).toMatchObject({ name: 'A', scope: 'global', enabled: true })
  })
})

describe('what is wrong', () => {
  test('is said in the words of the specification, at its field', () => {
    const values: PolicyValues = { ...newPolicy, scope: 'group', rules: [newRule('a')] }
    expect(validatePolicy(values)).toEqual({
      name: 'This field cannot be empty.',
      groupIds: 'Please select at least one Group',
      'rules.a.pattern': 'This field cannot be empty.',
    })
  })

  test('after saving stands at the rule that the server names', () => {
    const failure = new Failure('policy.bad-regex', { details: { rule: 1 } })
    expect(errorsOf(failure, ['a', 'b'])).toEqual({ 'rules.b.pattern': 'This regex has wrong pattern.' })
    expect(errorsOf(new Failure('policy.name-taken'), [])).toEqual({
      name: 'A Policy with this same name already exists.',
    })
    expect(errorsOf(new Failure('unavailable'), [])).toEqual({})
  })
})

describe('two changes of one policy', () => {
  const base = policyOf(['buy', 'sell', 'hold'])
  const theirs = { ...base, version: 4, severity: 'high' as const, rules: base.rules.slice(0, 2) }

  test('are told apart: what the other did, and where both did', () => {
    const mine = withRule({ ...toValues(base), severity: 'low' }, 2, { pattern: 'hold on' })
    expect(differences(base, theirs, mine, () => '')).toEqual([
      { what: 'Severity', from: 'Medium', to: 'High', isContested: true },
      { what: 'Rule “hold” was removed', isContested: true },
    ])
  })

  test('stand on top of each other: mine where I changed something, theirs elsewhere', () => {
    const mine = withRule({ ...toValues(base), name: 'Presents' }, 2, { pattern: 'hold on' })
    const both = rebase(base, theirs, { ...mine, rules: mine.rules.slice(1) })
    expect(both).toMatchObject({ name: 'Presents', severity: 'high' })
    expect(both.rules.map(({ pattern, id }) => [pattern, id])).toEqual([
      ['sell', ruleId(2)],
      ['hold on', undefined],
    ])
  })

  test('where I changed nothing are theirs; where they changed nothing are mine', () => {
    const texts = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('low', 'high'), (before, after, severity) => {
        const [old, other] = [policyOf(before), policyOf(after, { version: 4, severity })]
        expect(rebase(old, other, toValues(old))).toEqual(toValues(other))
        expect(rebase(old, old, toValues(other))).toMatchObject({ severity })
        expect(isChanged(other, rebase(old, other, toValues(other)))).toBe(false)
      }),
    )
  })
})

test('rows that are no rules go into a file that no spreadsheet computes', () => {
  const errors = [{ row: 2, pattern: '=cmd("a,b")', message: 'This regex has wrong pattern.' }]
  expect(failedRowsText(errors)).toBe(
    `row,pattern,error\r\n2,"'=cmd(""a,b"")",This regex has wrong pattern.\r\n`,
  )
})
