/** Inboxes about changes that await approval. */
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { draft, requestsUrl, setUpApproval } from '#testing/change-requests.ts'

const { bed, setting, decide, sent } = setUpApproval('changes-inbox')

const inboxOf = async (caller: Caller) => (await caller.call('GET', '/bff/api/v1/inbox')).json
const newPolicy = { operation: 'create-policy', body: draft }

beforeEach(async () => {
  expect((await setting({ requiresPolicyApproval: true, requiresRetentionApproval: true })).status).toBe(200)
})

test('a change waits in the inbox of each user who may approve it, until it is decided', async () => {
  const officer = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  const { id } = await sent(newPolicy)
  for (const caller of [bed.compliance, officer])
    expect(await inboxOf(caller)).toMatchObject({
      unread: 1,
      items: [{ kind: 'change-requested', changeRequestId: id, target: 'Secrets', isRead: false }],
    })
  // The requester and those who may not approve are not asked.
  for (const caller of [bed.admin, bed.analyst]) expect((await inboxOf(caller)).items).toEqual([])
  await decide(id, 'reject')
  for (const caller of [bed.compliance, officer])
    expect(await inboxOf(caller)).toEqual({ items: [], hasMore: false, unread: 0 })
})

test.each([
  ['approve', 'change-approved'],
  ['reject', 'change-rejected'],
] as const)('the requester finds out that another person decided: %s', async (decision, kind) => {
  const { id } = await sent(newPolicy)
  await decide(id, decision)
  expect(await inboxOf(bed.admin)).toMatchObject({
    unread: 1,
    items: [{ kind, changeRequestId: id, target: 'Secrets' }],
  })
})

test('a withdrawn change waits for no one', async () => {
  const { id } = await sent(newPolicy)
  expect((await bed.admin.call('DELETE', `${requestsUrl}/${id}`)).status).toBe(200)
  for (const caller of [bed.compliance, bed.admin]) expect((await inboxOf(caller)).items).toEqual([])
})

test('a change of retention is in the inbox of those alone who may decide it', async () => {
  await sent({ operation: 'update-organization', body: { requiresRetentionApproval: false } })
  const officer = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  expect((await inboxOf(bed.compliance)).items).toEqual([])
  expect((await inboxOf(officer)).items).toMatchObject([{ kind: 'change-requested' }])
})

test('users who may no longer approve, or see policies, find nothing', async () => {
  await sent(newPolicy)
  const { json: user } = await bed.admin.call('GET', `/bff/api/v1/users/${bed.tenant.users.compliance}`)
  const demoted = { role: 'manager', expectedVersion: user.version }
  expect(
    (await bed.admin.call('PUT', `/bff/api/v1/users/${bed.tenant.users.compliance}`, demoted)).status,
  ).toBe(200)
  const manager = await bed.world.as(bed.tenant, bed.tenant.users.compliance)
  expect(await inboxOf(manager)).toEqual({ items: [], hasMore: false, unread: 0 })
})
