/** The trail says of what was created, removed and brought back what it was, field by field. */
import { expect, test } from 'vitest'
import { found } from '#flows/found-organization/operate.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import type { Via } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('went', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const changesOf = async (type: string) =>
  (await admin.call('GET', `/audit/events?filter=eventType[eq]:${type}`)).json.items[0].changes
/** The same fields, as of something that went. */
const gone = (changes: readonly { field: string; new: unknown }[]) =>
  changes.map(({ field, new: old }) => ({ field, old, new: null }))

test('an insight that is deleted, and one whose deletion is undone', async () => {
  const place = { x: 0, y: 0, w: 3, h: 2 }
  const tiles = [{ id: 'one', kind: 'figure', metric: 'messages', filter: {}, place }]
  const { id } = (await admin.call('POST', '/bff/insights', { name: 'Desk', definition: { tiles } })).json
  const created = await changesOf('insight_created')
  expect(created).toContainEqual({ field: 'tiles', old: null, new: 'Messages' })
  await admin.call('DELETE', `/bff/insights/${id}`)
  expect(await changesOf('insight_deleted')).toEqual(gone(created))
  await admin.call('POST', `/bff/insights/${id}/undo-removal`)
  expect(await changesOf('insight_undeleted')).toEqual(created)
})

test('an account that is removed, without its secrets', async () => {
  const numbers = '/external-accounts/api/v1/sms/accounts'
  const { json } = await admin.call('POST', numbers, { name: 'Desk phone', address: '+15550101999' })
  const created = await changesOf('account_created')
  await admin.call('POST', `${numbers}/${json.id}/request-delete`, { expectedVersion: json.version })
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  expect(await changesOf('account_removed')).toEqual(gone(created))
})

test('an organization that an operator creates, and the link that replaces one', async () => {
  const ctx = { ...world.ctx, environment: 'local' }
  const operator = { name: 'Operator', via: {} as Via }
  const { tenantId } = await found(ctx, operator, { label: 'acme', name: 'Acme' })
  await found(ctx, operator, { label: 'acme' })
  const entries = await inTenant(world.ctx.db, tenantId, (tx) =>
    tx
      .selectFrom('audit_event')
      .where('type', '=', 'organization_created')
      .orderBy('id')
      .select('changes')
      .execute(),
  )
  expect(entries.map(({ changes }) => changes)).toEqual([
    [
      { field: 'name', old: null, new: 'Acme' },
      { field: 'address', old: null, new: expect.stringMatching(/^https?:/) },
    ],
    [{ field: 'setUpLink', old: null, new: 'changed' }],
  ])
})
