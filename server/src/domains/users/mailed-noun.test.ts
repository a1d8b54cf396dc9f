/** The compiler holds the declaration of a noun that mails users against its table. */
import type { MetricAlertDraft } from '@verbatim/contract/metric-alerts.ts'
import { expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { mailedNoun } from './mailed-noun.ts'

const toColumns = ({ metric, filter, days, condition, enabled }: MetricAlertDraft) => ({
  metric,
  filter: JSON.stringify(filter),
  days,
  condition: JSON.stringify(condition),
  enabled,
})
const declared = {
  table: 'metric_alert',
  recipients: { table: 'metric_alert_recipient', of: 'alert_id' },
  kind: 'metric-alert',
  audit: {
    created: 'metric_alert_created',
    updated: 'metric_alert_updated',
    deleted: 'metric_alert_deleted',
  },
  failures: {
    missing: 'metric-alert.not-found',
    changed: 'metric-alert.changed',
    nameTaken: 'metric-alert.name-taken',
    unknownRecipient: 'metric-alert.unknown-recipient',
  },
  toDraft: ({ name }: { name: string }) => ({ name }) as MetricAlertDraft,
  wordsOf: async (_tx: TenantTx, _actor: Actor, draft: MetricAlertDraft) => draft,
} as const
const noun = mailedNoun<'metric_alert', MetricAlertDraft>()

test('it has the columns of its table, and a column with its name', () => {
  const commands = ['take', 'create', 'update', 'remove']
  expect(Object.keys(noun({ ...declared, toColumns }))).toEqual(commands)
  // @ts-expect-error -- misspelt
  noun({ ...declared, toColumns: (draft) => ({ ...toColumns(draft), check: 1 }) })
  // @ts-expect-error -- not a boolean
  noun({ ...declared, toColumns: (draft) => ({ ...toColumns(draft), enabled: 'yes' }) })
  // @ts-expect-error -- no name for the trail
  noun({ ...declared, toColumns, wordsOf: async (_tx, _actor, { metric }) => ({ metric }) })
})

test('a new row has the columns beside the draft', () => {
  const now = new Date(0)
  const { tx, actor, draft } = {} as { tx: TenantTx; actor: Actor; draft: MetricAlertDraft }
  const { create } = noun({ ...declared, toColumns })
  const { create: createWithout } = noun({
    ...declared,
    toColumns: ({ metric, enabled }) => ({ metric, enabled }),
  })
  const own = { due_at: now, created_at: now }
  // Only the compiler reads them.
  const calls = [
    () => create(tx, actor, { draft, own: () => own }, now),
    // @ts-expect-error -- `due_at` may not be null
    () => create(tx, actor, { draft, own: () => ({ created_at: now }) }, now),
    // @ts-expect-error -- without the condition, which may not be null
    () => createWithout(tx, actor, { draft, own: () => own }, now),
  ]
  expect(calls).toHaveLength(3)
})
