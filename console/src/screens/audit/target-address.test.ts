import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditType, auditTypes } from '@verbatim/contract/audit-types.ts'
import { targetKinds } from '@verbatim/contract/audit-words.ts'
import { exportedRows } from '@verbatim/contract/exported-rows.ts'
import { EventId, MessageId } from '@verbatim/contract/ids.ts'
import { keysOf } from '@verbatim/contract/keys-of.ts'
import { expect, test } from 'vitest'
import { targetHref } from './target-address.ts'

const messageId = MessageId.parse('01890000-0000-7000-8000-000000000001')
const eventId = EventId.parse('01890000-0000-7000-8000-000000000002')

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
  [
    'an attachment of a message that the reader may see',
    'attachment_viewed',
    { kind: 'attachment', messageId },
    `/messages/${messageId}`,
  ],
  ['an attachment that the reader may not see', 'attachment_viewed', { kind: 'attachment' }, undefined],
  [
    'a file of a comment on an event that the reader may see',
    'attachment_downloaded',
    { kind: 'comment-file', eventId },
    `/events/${eventId}`,
  ],
  [
    'a file of a comment that the reader may not see',
    'attachment_downloaded',
    { kind: 'comment-file' },
    undefined,
  ],
  ['a theme', 'theme_renamed', { kind: 'theme', name: 'Fees' }, '/themes/all/1'],
  ['a tab of Key Metrics', 'export_created', { kind: 'key-metrics' }, '/metrics/1'],
  [
    'a change request',
    'change_approved',
    { kind: 'change-request', name: 'Gifts' },
    '/organization/change-requests?filter=id%5Beq%5D%3A1',
  ],
  ['the organization', 'organization_updated', { kind: 'organization' }, '/organization/profile'],
  ['retention', 'retention_updated', { kind: 'organization' }, '/organization/profile#profile-retention'],
  ['archiving', 'archiving_updated', { kind: 'organization' }, '/organization/smtp-integration'],
  ['single sign-on', 'single_sign_on_updated', { kind: 'organization' }, '/organization/single-sign-on'],
  ['what has no screen', 'sign_in_failed', { kind: 'sign-in' }, undefined],
] as const)('%s', (_, type, target, href) => {
  expect(targetHref({ type, target: { id: '1', ...target } })).toBe(href)
})

/** Kinds of targets that do not open, and why. */
const closed: Readonly<Record<string, string>> = {
  'saved-view': 'A private view is its owner’s; the entry has the question.',
  export: 'Exports are shown to their owner only, while they are made; the entry has the question.',
  coverage: 'An export: see there.',
  'audit-events': 'An export of the list that is on the screen.',
  'cognitive-events': 'A list, or an export of it; the entry has the question.',
  messages: 'The same.',
  contacts: 'The same.',
  conversations: 'A list in the messenger.',
  everything: 'A search; the entry has its text.',
  'sign-in': 'A name that was tried and may be no user’s.',
  // Rows behind a figure of Key Metrics.
  ...Object.fromEntries(keysOf(exportedRows).map((kind) => [kind, 'An export: see there.'])),
}

const whole = { id: '1', name: 'Ana', side: 'platform', messageId, eventId } as const

test('a target of each kind has a link, or is listed as having none', () => {
  const unopened = Object.keys(targetKinds).filter(
    (kind) => !targetHref({ type: 'thing_updated', target: { ...whole, kind } }),
  )
  expect(unopened.toSorted()).toEqual(Object.keys(closed).toSorted())
})

/** Types whose sentences do not name a target, and why. */
const ofActor = 'The target is the actor.'
const ofNothing = 'It has no target besides the words of the sentence.'
const unnamed: Partial<Record<AuditType, string>> = {
  sign_in: ofActor,
  claim_refused: ofActor,
  sign_out: ofActor,
  sign_out_everywhere: ofActor,
  device_signed_out: ofActor,
  password_changed: ofActor,
  password_reset: ofActor,
  mfa_enrolled: ofActor,
  mfa_enabled: ofActor,
  mfa_disabled: ofActor,
  recovery_code_used: ofActor,
  recovery_codes_made: ofActor,
  archive_mails_resent: ofNothing,
  records_reread: ofNothing,
  purpose_stated: ofNothing,
  messages_listed: ofNothing,
  events_listed: ofNothing,
  contacts_listed: ofNothing,
  conversations_listed: ofNothing,
  everything_searched: ofNothing,
  policy_previewed: ofNothing,
}

test('the sentence of each type names its target, or is listed as naming none', () => {
  const silent = Object.entries(auditTypes).filter(([, { sentence }]) => !/\{target[:}]/.test(sentence))
  expect(silent.map(([type]) => type).toSorted()).toEqual(Object.keys(unnamed).toSorted())
})

test('every kind of target that the server writes is one of the contract', () => {
  const root = join(import.meta.dirname, '../../../../server/src')
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(api|domains|flows)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((text) => /recordAudit|recordUserAct|AuditType/.test(text))
  const written = texts.flatMap((text) =>
    [...text.matchAll(/(?:target\w*\b[^;]{0,80}?|type: '\w+_\w+', )\bkind: '([\w-]+)'/gi)].map(
      ([, kind]) => kind,
    ),
  )
  expect(new Set(written).size).toBeGreaterThan(15)
  expect([...new Set(written)].filter((kind) => !Object.hasOwn(targetKinds, kind ?? ''))).toEqual([])
})
