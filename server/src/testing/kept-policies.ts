import type { GroupId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { PolicyChange, PolicyDraft } from '@verbatim/contract/policies.ts'
import { RuleDraft } from '@verbatim/contract/policy-rules.ts'
import { expect } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { createPolicy, updatePolicy } from '#domains/policies/commands.ts'
import { requirePolicy } from '#domains/policies/queries.ts'
import type { TestDatabase } from './database.ts'
import { useTestDatabase } from './test-world.ts'

/** When editors change policies in these tests. */
export const now = new Date('2026-11-21T10:00:00Z')
const tenantId = newId<TenantId>(now)
export const otherTenant = newId<TenantId>(now)
export const groupId = newId<GroupId>(now)
export const editor = { userId: newId<UserId>(now), name: 'Ann Admin' }
let counter = 0
const draft = (given: Partial<PolicyDraft> = {}) =>
  PolicyDraft.parse({
    name: `Policy ${++counter}`,
    rules: [{ type: 'phrase', pattern: 'off the record' }],
    ...given,
  })

export const rule = (given: Partial<RuleDraft> = {}) =>
  RuleDraft.parse({ type: 'phrase', pattern: 'buy', ...given })

export const failing = (code: string, message?: string) =>
  expect.objectContaining(message ? { code, message } : { code })

/** Two organizations, the first with a group, and what editors of its policies do. */
export function setUpPolicies() {
  let database: TestDatabase
  const within = <T>(work: (tx: TenantTx) => Promise<T>, tenant = tenantId) =>
    inTenant(database.db, tenant, work)

  useTestDatabase(async (opened) => {
    database = opened
    for (const [tenant, host_label] of [
      [tenantId, 'acme'],
      [otherTenant, 'other'],
    ] as const) {
      await within(async (tx) => {
        await tx
          .insertInto('organization')
          .values({ tenant_id: tenant, host_label, name: host_label })
          .execute()
      }, tenant)
    }
    await within((tx) =>
      tx
        .insertInto('conversation_group')
        .values({ id: groupId, name: 'Asia', name_key: 'asia', created_at: now })
        .execute(),
    )
  })

  const created = (given: Partial<PolicyDraft> = {}) =>
    within(async (tx) => requirePolicy(tx, await createPolicy(tx, editor, draft(given), now)))

  const updated = (id: Awaited<ReturnType<typeof created>>['id'], change: PolicyChange) =>
    within(async (tx) => {
      await updatePolicy(tx, editor, { id, change: PolicyChange.parse(change) }, now)
      return requirePolicy(tx, id)
    })

  const audits = (id: string) =>
    within((tx) =>
      tx
        .selectFrom('audit_event')
        .select(['type', 'changes'])
        .where('target_id', '=', id)
        .orderBy('type')
        .execute(),
    )

  return { within, created, updated, audits }
}
