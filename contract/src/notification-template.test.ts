import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotificationChange, NotificationDraft } from './notifications.ts'
import {
  defaultMessage,
  defaultSubject,
  fillTokens,
  mostListed,
  notificationTokens,
  tokenIssue,
  tokenValues,
  type TokenValues,
  unknownTokens,
} from './notification-template.ts'

const values = Object.fromEntries(
  Object.keys(notificationTokens).map((name) => [name, `<${name}>`]),
) as unknown as TokenValues

const draft = {
  policyId: '019a0000-0000-7000-8000-000000000001',
  recipients: ['a@b.example'],
  emailSubject: defaultSubject,
  emailMessage: defaultMessage,
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
}
const issueOf = (change: object) =>
  NotificationDraft.safeParse({ ...draft, ...change }).error?.issues[0]?.message

test('the default texts contain known tokens only', () => {
  expect(unknownTokens(defaultSubject + defaultMessage)).toEqual([])
  expect(NotificationDraft.safeParse(draft).success).toBe(true)
})

test.each([
  ['{{policyname}}', '{{policyname}} at line 1, character 1 is not a known token.'],
  ['ok {{severity}}\n  {{ nobody }} {{x}}', '{{ nobody }} at line 2, character 3 is not a known token.'],
  ['🙂 {{}}', '{{}} at line 1, character 4 is not a known token.'],
  ['{{severity', '{{severity at line 1, character 1 is not a known token.'],
  ['{{constructor}}', '{{constructor}} at line 1, character 1 is not a known token.'],
])('%j is refused with its place', (text, message) => {
  expect(tokenIssue(text)).toBe(message)
  expect(issueOf({ emailMessage: text })).toBe(message)
  expect(issueOf({ emailSubject: text })).toBe(message)
})

test.each(['', 'plain', '{ {severity} }', '{{ severity }}', '}} {severity}', 'a}}b'])(
  '%j has no unknown token',
  (text) => expect(tokenIssue(text)).toBeUndefined(),
)

test('values are inserted once: braces in a value do not change', () => {
  const text = fillTokens('{{policyName}}/{{ severity }}', { ...values, policyName: '{{severity}}' })
  expect(text).toBe('{{severity}}/<severity>')
})

test('a word with “(s)” after the count takes its number, and every other text stays', () => {
  const filled = (text: string, eventCount: string) =>
    fillTokens(text, { ...values, eventCount, policyName: 'Gift(s)' })
  expect(filled(defaultSubject, '1')).toBe('[<severity>] Gift(s) — 1 new event')
  expect(filled(defaultSubject, '20')).toBe('[<severity>] Gift(s) — 20 new events')
  expect(filled(defaultMessage, '1')).toContain('has raised 1 new event.\n')
  expect(filled('{{eventCount}} {{policyName}} event(s)', '2')).toBe('2 Gift(s) event(s)')
  expect(filled('{{eventCount}}, rule(s): {{ruleName}}', '1')).toBe('1, rule(s): <ruleName>')
})

test('any text without an unknown token is filled completely', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.keys(notificationTokens)).map((n) => `{{${n}}}`),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      fc.pre(unknownTokens(text).length === 0)
      expect(fillTokens(text, values)).not.toMatch(/\{\{\w+\}\}/)
    }),
  )
})

test('recipients are lower case, each once, 1 to 50, and addresses', () => {
  const { recipients } = NotificationDraft.parse({
    ...draft,
    recipients: [' A@b.example', 'a@B.example', 'c@d.example'],
  })
  expect(recipients).toEqual(['a@b.example', 'c@d.example'])
  expect(issueOf({ recipients: [] })).toBe('Field cannot be empty.')
  expect(issueOf({ recipients: ['no'] })).toBe('Please make sure your email is valid.')
  expect(issueOf({ recipients: ['a@b.example\r\nBcc: x@evil.example'] })).toBe(
    'Please make sure your email is valid.',
  )
  const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@client.example`)
  expect(issueOf({ recipients: many(50) })).toBeUndefined()
  expect(issueOf({ recipients: many(51) })).toBe('A notification can have at most 50 recipients.')
  expect(issueOf({ recipients: [...many(50), 'P1@client.example'] })).toBeUndefined()
})

test('a change contains only the given fields', () => {
  expect(NotificationChange.parse({ enabled: false, expectedVersion: 1 })).toEqual({
    enabled: false,
    expectedVersion: 1,
  })
})

test('a mail about many events lists the first, their number, and a link to the list', () => {
  const event = (index: number) => ({
    id: `e${index}`,
    severity: 'High',
    ruleNames: ['R'],
    channel: 'SMS',
    groupNames: [],
    triggeredTime: 'now',
    link: `https://x/events/e${index}`,
    assignee: undefined,
  })
  const values = tokenValues(
    Array.from({ length: 30 }, (_, index) => event(index)),
    { policyName: 'P', organizationName: 'O', count: 40, listLink: 'https://x/events' },
  )
  expect(values.eventCount).toBe('40')
  expect(values.eventLink.split('\n')).toHaveLength(mostListed + 1)
  expect(values.eventLink).toMatch(/and 20 more: https:\/\/x\/events$/)
  expect(values).toMatchObject({
    ruleName: 'R',
    groupNames: 'none',
    assignee: 'Unassigned',
    severity: 'High',
  })
})
