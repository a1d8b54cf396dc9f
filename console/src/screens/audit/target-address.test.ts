import { expect, test } from 'vitest'
import { targetHref } from './target-address.ts'

test.each([
  ['a policy', 'policy_updated', { kind: 'policy', name: 'Gifts' }, '/organization/policies/1'],
  [
    'a user of the console',
    'user_updated',
    { kind: 'user', side: 'platform' },
    '/organization/platform-users/1',
  ],
  ['a user who is gone', 'user_updated', { kind: 'user', name: 'Tom' }, undefined],
  ['a policy that lost a rule', 'policy_rule_deleted', { kind: 'policy' }, '/organization/policies/1'],
  ['what was deleted', 'policy_deleted', { kind: 'policy', name: 'Gifts' }, undefined],
  ['a message that the reader may see', 'message_viewed', { kind: 'message', name: 'Dana' }, '/messages/1'],
  ['a message that the reader may not see', 'message_viewed', { kind: 'message' }, undefined],
  ['what has no screen', 'sign_in_failed', { kind: 'sign-in' }, undefined],
] as const)('%s', (_, type, target, href) => {
  expect(targetHref({ type, target: { id: '1', ...target } })).toBe(href)
})
