import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence, countsLine } from '@verbatim/contract/audit-words.ts'
import { expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const path = '/bff/api/v1/cognitive-events'
let world: World
let tenant: WorldTenant
let reviewer: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('steps')
  reviewer = await world.as(tenant, tenant.users.compliance)
  const policy = await reviewer.call('POST', '/bff/api/v1/topic', {
    name: 'Hush',
    rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
  })
  expect(policy.status, policy.text).toBe(200)
  for (const from of ['+15550117001', '+15550117002'])
    await world.deliver(tenant, { from, body: 'off the record' })
  await world.settle()
})

test('each step of an event is audited with old and new values, but without the text of a reason', async () => {
  const { json } = await reviewer.call('GET', path)
  const [id, other] = json.items.map((event: { id: string }) => event.id)
  const step = async (method: 'PUT' | 'POST', url: string, body: object) => {
    world.pass(1_000)
    const { status, text } = await reviewer.call(method, url, body)
    expect(status, text).toBe(200)
    const trail = await reviewer.call('GET', '/audit/events?limit=1')
    const [event] = trail.json.items as AuditEvent[]
    if (!event) throw new Error('Nothing was audited')
    return [auditSentence(event), countsLine(event.counts)].filter(Boolean).join('; ')
  }
  expect(await step('PUT', `${path}/${id}/assignee`, { assigneeId: tenant.users.super_admin })).toBe(
    'compliance steps changed the assignee of the event Hush from — to super_admin steps',
  )
  expect(await step('PUT', `${path}/${id}/assignee`, { assigneeId: null })).toBe(
    'compliance steps changed the assignee of the event Hush from super_admin steps to —',
  )
  expect(await step('PUT', `${path}/${id}/status`, { status: 'dismissed' })).toBe(
    'compliance steps changed the event Hush from New to Dismissed',
  )
  const reopened = { status: 'in_review', reason: 'The client called' }
  expect(await step('PUT', `${path}/${id}/status`, reopened)).toBe(
    'compliance steps changed the event Hush from Dismissed to In Review',
  )
  const both = { ids: [id, other], change: { status: 'escalated' } }
  await step('POST', `${path}/status`, both)
  const { items } = (await reviewer.call('GET', '/audit/events?limit=2')).json
  expect(items.map(auditSentence).toSorted()).toEqual([
    'compliance steps changed the event Hush from In Review to Escalated',
    'compliance steps changed the event Hush from New to Escalated',
  ])
})
