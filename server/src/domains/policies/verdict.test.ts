import { GroupId, PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import {
  compilePolicies,
  covers,
  type Examined,
  judge,
  type StandingPolicy,
  type StandingRule,
} from './verdict.ts'

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const group = GroupId.parse(uuid(90))
const otherGroup = GroupId.parse(uuid(91))

const rule = (index: number, given: Partial<StandingRule> = {}): StandingRule => ({
  id: RuleId.parse(uuid(index)),
  type: 'phrase',
  pattern: 'off the record',
  scope: 'message',
  ...given,
})
const policy = (index: number, given: Partial<StandingPolicy> = {}): StandingPolicy => ({
  id: PolicyId.parse(uuid(index)),
  version: 3,
  severity: 'high',
  scope: 'global',
  groupIds: [],
  action: 'raise',
  rules: [rule(index + 10)],
  ...given,
})
const said: Examined = {
  text: 'This is off the record.',
  attachmentNames: [],
  channel: 'sms',
  direction: 'outbound',
  groupIds: [group],
  byUser: true,
}
const policiesBroken = (policies: StandingPolicy[], examined: Partial<Examined> = {}) =>
  judge(compilePolicies(policies), { ...said, ...examined }).breaches.map(({ policyId }) => policyId)

test('a breach names the policy at that time, its severity and the matches', () => {
  expect(judge(compilePolicies([policy(1)]), said)).toEqual({
    blocked: false,
    ranOut: false,
    breaches: [
      {
        policyId: uuid(1),
        policyVersion: 3,
        severity: 'high',
        blocks: false,
        raises: true,
        evidence: [{ ruleId: uuid(11), start: 8, end: 22, part: 'text' }],
        notEvaluated: [],
      },
    ],
  })
})

test('a text that breaks nothing has no breaches', () => {
  expect(policiesBroken([policy(1)], { text: 'Good morning.' })).toEqual([])
})

test.each([
  ['of one of its groups', { groupIds: [group] }, 1],
  ['of another group', { groupIds: [otherGroup] }, 0],
  ['of no group', { groupIds: [] }, 0],
])('a policy for groups judges a conversation %s: %o', (_, examined, breaches) => {
  expect(policiesBroken([policy(1, { scope: 'group', groupIds: [group] })], examined)).toHaveLength(breaches)
})

describe('a rule with a condition', () => {
  test.each([
    ['on the channel, met', { channels: ['sms' as const] }, {}, 1],
    ['on the channel, not met', { channels: ['telegram' as const] }, {}, 0],
    ['on no channel in particular', { channels: [] }, {}, 1],
    ['on the direction, met', { direction: 'outbound' as const }, {}, 1],
    ['on the direction, not met', { direction: 'inbound' as const }, {}, 0],
    [
      'on the direction, which is unknown',
      { direction: 'inbound' as const },
      { direction: 'unknown' as const },
      1,
    ],
    ['on the language, met', { languages: ['en', 'de'] }, { language: 'en' }, 1],
    ['on the language, not met', { languages: ['zh'] }, { language: 'en' }, 0],
    ['on the language, which is not recognized', { languages: ['zh'] }, { language: 'und' }, 1],
    ['on the language, which an earlier release did not read', { languages: ['zh'] }, { language: '' }, 1],
    ['on no language in particular', { languages: [] }, { language: 'en' }, 1],
    ['on the sender, met', { senderRole: 'messenger_user' as const }, {}, 1],
    ['on the sender, not met', { senderRole: 'contact' as const }, {}, 0],
  ])('%s', (_, conditions, examined, breaches) => {
    expect(policiesBroken([policy(1, { rules: [rule(11, { conditions })] })], examined)).toHaveLength(
      breaches,
    )
  })

  test.each([
    ['inbound', ['contact']],
    ['outbound', ['messenger_user', 'contact']],
    ['internal', ['messenger_user', 'contact']],
    ['unknown', ['messenger_user', 'contact']],
  ] as const)('on the sender applies to an %s message of someone unknown: %o', (direction, senders) => {
    const met = (['messenger_user', 'contact'] as const).filter(
      (senderRole) =>
        policiesBroken([policy(1, { rules: [rule(11, { conditions: { senderRole } })] })], {
          direction,
          byUser: false,
        }).length > 0,
    )
    expect(met).toEqual(senders)
  })
})

test.each([
  ['message', 'text'],
  ['attachment', 'attachment:1'],
])('a rule on the %s finds it only there', (scope, part) => {
  const compiled = compilePolicies([policy(1, { rules: [rule(11, { scope: scope as 'message' })] })])
  const { breaches } = judge(compiled, { ...said, attachmentNames: ['menu.pdf', 'off the record.pdf'] })
  expect(breaches.flatMap(({ evidence }) => evidence.map((one) => one.part))).toEqual([part])
})

test('a language limits the text and the subject, not the files and other texts, whose languages are not read', () => {
  const conditions = { languages: ['zh'] }
  const rules = [rule(11, { scope: 'message_and_attachment', conditions })]
  const { breaches } = judge(compilePolicies([policy(1, { rules })]), {
    ...said,
    language: 'en',
    subject: 'off the record',
    others: ['off the record'],
    attachmentNames: ['off the record.pdf'],
    attachmentTexts: [{ ordinal: 0, text: 'off the record' }],
  })
  expect(breaches.flatMap(({ evidence }) => evidence.map(({ part }) => part))).toEqual([
    'other-text:0',
    'attachment:0',
    'attachment-text:0',
  ])
})

test('a rule on both finds it in either', () => {
  const compiled = compilePolicies([policy(1, { rules: [rule(11, { scope: 'message_and_attachment' })] })])
  const { breaches } = judge(compiled, { ...said, attachmentNames: ['off the record.pdf'] })
  expect(breaches[0]?.evidence.map(({ part }) => part)).toEqual(['text', 'attachment:0'])
})

test.each([
  ['message', ['subject', 'text']],
  ['message_and_attachment', ['subject', 'text']],
  ['attachment', []],
])('a rule on the %s checks the subject separately', (scope, parts) => {
  const compiled = compilePolicies([policy(1, { rules: [rule(11, { scope: scope as 'message' })] })])
  const { breaches } = judge(compiled, { ...said, subject: 'Re: off the record' })
  expect(breaches.flatMap(({ evidence }) => evidence.map(({ part, start }) => [part, start]))).toEqual(
    parts.map((part) => [part, part === 'subject' ? 4 : 8]),
  )
  expect(judge(compiled, { ...said, subject: 'off the', text: 'record' }).breaches).toEqual([])
})

test.each([
  ['raise', false, true],
  ['block', true, false],
  ['block-and-raise', true, true],
] as const)('a policy that is to %s: blocked %s, raises %s', (action, blocked, raises) => {
  const verdict = judge(compilePolicies([policy(1, { action })]), said)
  expect([verdict.blocked, verdict.breaches[0]?.raises]).toEqual([blocked, raises])
})

test('a stored regex that cannot run is a breach for review, and blocks if its policy would', () => {
  const broken = policy(1, { action: 'block-and-raise', rules: [rule(11, { type: 'regex', pattern: '(' })] })
  const verdict = judge(compilePolicies([broken, policy(2)]), said)
  expect(verdict.blocked).toBe(true)
  expect(verdict.breaches.map(({ policyId, notEvaluated }) => [policyId, notEvaluated])).toEqual([
    [uuid(2), []],
    [uuid(1), [uuid(11)]],
  ])
})

test('prompt rules are not evaluated here', () => {
  expect(
    policiesBroken([policy(1, { rules: [rule(11, { type: 'prompt', pattern: 'Is it a secret?' })] })]),
  ).toEqual([])
})

test.each([
  ['a global policy', {}, [], {}, true],
  ['a policy for its group', { scope: 'group', groupIds: [group] }, [], {}, true],
  ['a policy for another group', { scope: 'group', groupIds: [otherGroup] }, [], {}, false],
  ['a rule on another channel', {}, [{ conditions: { channels: ['telegram'] } }], {}, false],
  ['one of two rules', {}, [{ conditions: { channels: ['telegram'] } }, {}], {}, true],
  ['a prompt', {}, [{ type: 'prompt' }], {}, false],
  ['a policy that only blocks', { action: 'block' }, [], {}, false],
  ['a policy that blocks and raises', { action: 'block-and-raise' }, [], {}, true],
  ['a rule on files, without one', {}, [{ scope: 'attachment' }], {}, false],
  ['a rule on files, with one', {}, [{ scope: 'attachment' }], { attachmentNames: ['a.pdf'] }, true],
  [
    'a rule on files in another language',
    {},
    [{ scope: 'attachment', conditions: { languages: ['zh'] } }],
    { attachmentNames: ['a.pdf'], language: 'en' },
    true,
  ],
  ['a rule in another language', {}, [{ conditions: { languages: ['zh'] } }], { language: 'en' }, false],
  [
    'a rule in another language, beside another text',
    {},
    [{ conditions: { languages: ['zh'] } }],
    { language: 'en', others: ['?'] },
    true,
  ],
  ['no rule', {}, undefined, {}, false],
] as const)(
  'a message without any words of a rule is covered by %s: %o',
  (...[, given, rules, message, covered]) => {
    const standing = (rules?.length === 0 ? [{}] : (rules ?? [])).map((one, at) =>
      rule(11 + at, one as Partial<StandingRule>),
    )
    const compiled = compilePolicies([policy(1, { ...(given as Partial<StandingPolicy>), rules: standing })])
    expect(covers(compiled, { ...said, attachmentNames: [], ...message })).toBe(covered)
  },
)
