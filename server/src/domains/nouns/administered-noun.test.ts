/** The compiler holds a declaration, and what its commands are given, against the table of the noun. */
import type { NotificationId } from '@verbatim/contract/ids.ts'
import type { NotificationDraft } from '@verbatim/contract/notifications.ts'
import { expect, test } from 'vitest'
import { type AuditedBy, byVerbatim } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { administeredNoun } from './administered-noun.ts'

const toColumns = (draft: NotificationDraft) => ({
  policy_id: draft.policyId,
  recipients: draft.recipients,
  email_subject: draft.emailSubject,
  email_message: draft.emailMessage,
  delivery: draft.delivery,
  min_severity: draft.minSeverity,
  enabled: draft.enabled,
})
const declared = {
  table: 'notification',
  kind: 'notification',
  audit: {
    created: 'notification_created',
    updated: 'notification_updated',
    deleted: 'notification_deleted',
  },
  failures: { missing: 'notification.not-found', changed: 'notification.changed' },
  toDraft: (_tx: TenantTx, row: { policy_id: NotificationDraft['policyId'] }) =>
    ({ policyId: row.policy_id }) as NotificationDraft,
  wordsOf: (_tx: TenantTx, _actor: AuditedBy, drafts: readonly NotificationDraft[]) => drafts,
  nameOf: ({ emailSubject }: NotificationDraft) => emailSubject,
} as const
const noun = administeredNoun<'notification', NotificationDraft>()

test('a noun has the columns of its table, and is named by an existing one', () => {
  const commands = ['take', 'create', 'update', 'remove']
  expect(Object.keys(noun({ ...declared, toColumns }))).toEqual(commands)
  // @ts-expect-error -- misspelt
  noun({ ...declared, toColumns: (draft) => ({ ...toColumns(draft), last_mail: null }) })
  // @ts-expect-error -- not a boolean
  noun({ ...declared, toColumns: (draft) => ({ ...toColumns(draft), enabled: 1 }) })
  // @ts-expect-error -- the database fills it in
  noun({ ...declared, toColumns: (draft) => ({ ...toColumns(draft), min_rank: 1 }) })
  // @ts-expect-error -- no such word
  noun({ ...declared, toColumns, nameOf: ({ policy }) => policy })
  // @ts-expect-error -- a table without versions
  administeredNoun<'notification_delivery', NotificationDraft>()
})

test('a new row, and a change, have the columns beside the draft', () => {
  const now = new Date(0)
  const given = {} as { tx: TenantTx; draft: NotificationDraft; id: NotificationId }
  const { create, update } = noun({ ...declared, toColumns })
  const { create: createWithout } = noun({
    ...declared,
    toColumns: ({ policyId, enabled }) => ({ policy_id: policyId, enabled }),
  })
  const own = { created_at: now, last_mail_at: null, held_until: null }
  const { tx, draft, id } = given
  const seen = { id, expectedVersion: 1, change: { enabled: true } }
  // Only the compiler reads them.
  const calls = [
    () => create(tx, byVerbatim, { draft, own: () => own }, now),
    // @ts-expect-error -- `created_at` may not be null
    () => create(tx, byVerbatim, { draft, own: () => ({ last_mail_at: null, held_until: null }) }, now),
    // @ts-expect-error -- misspelt
    () => create(tx, byVerbatim, { draft, own: () => ({ ...own, held: null }) }, now),
    // @ts-expect-error -- not a date
    () => create(tx, byVerbatim, { draft, own: () => ({ ...own, created_at: 'today' }) }, now),
    // @ts-expect-error -- without the recipients, which may not be null
    () => createWithout(tx, byVerbatim, { draft, own: () => own }, now),
    () => update(tx, byVerbatim, { ...seen, own: () => ({ held_until: now }) }, now),
    // @ts-expect-error -- misspelt
    () => update(tx, byVerbatim, { ...seen, own: () => ({ held_until: now, held: now }) }, now),
    // @ts-expect-error -- not a date
    () => update(tx, byVerbatim, { ...seen, own: () => ({ held_until: true }) }, now),
    // @ts-expect-error -- a draft has no such field
    () => update(tx, byVerbatim, { ...seen, change: { enabld: true } }, now),
    // @ts-expect-error -- without the version that was seen
    () => update(tx, byVerbatim, { id, change: { enabled: true } }, now),
  ]
  expect(calls).toHaveLength(10)
})
