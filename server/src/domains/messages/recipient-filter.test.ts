import { beforeAll, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import type { CapturedMessage, Participant } from '#kernel/captured-event.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let officer: Caller
/** Compliance, of the north group. */
let northerner: Caller
let client: string

const northern = '+15550100001'
const southern = '+15550100009'
const clients = '+15550194000'

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('written-to')
})

const phone = (value: string) => ({ kind: 'phone', value }) as const
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9))
const member = (value: string): Participant => ({ identity: phone(value), role: 'member' })
const named = (value: string): Participant => ({
  identity: phone(value),
  role: 'recipient',
  addressing: 'cc',
})
const said = (body: string, by: string, day: number, over: Partial<CapturedMessage> = {}) =>
  messageOf(world, { body, author: phone(by), sentAt: at(day), ...over })

beforeAll(async () => {
  const boss = await world.as(tenant, tenant.users.super_admin)
  officer = await world.as(tenant, tenant.users.compliance)
  northerner = await world.as(tenant, tenant.northerner)
  const contact = { name: 'Helena Marsh', phoneNumbers: [clients], groupIds: [tenant.groups.north] }
  client = (await boss.call('POST', '/messenger/api/v1/contacts', contact)).json.id
  await captureHistory(world, tenant, [
    said('before she came', northern, 1, { participants: [member(southern)] }),
    said('to the client', northern, 10, { participants: [member(clients), member(southern)] }),
    said('from the client', clients, 10, { participants: [member(northern)] }),
    said('after she left', northern, 20, { participants: [member(southern)] }),
    said('a mail to the client', southern, 10, { participants: [named(clients)], conversationKey: 'mail' }),
    said('a mail to another', southern, 10, { participants: [named(northern)], conversationKey: 'mail' }),
  ])
})

const library = '/bff/api/v1/messages'
async function found(question: string, caller = officer): Promise<string[]> {
  const { status, json, text } = await caller.call('GET', `${library}?sort=postedDate&${question}`)
  expect(status, text).toBe(200)
  expect(json.total).toBe(json.items.length)
  return json.items.map(({ body }: { body: string }) => body).toSorted()
}

test('a message was written to whom a mail names, or to the others who were there, and not to its author', async () => {
  expect(await found(`filter=recipientId[eq]:${client}`)).toEqual(['a mail to the client', 'to the client'])
  expect(await found(`filter=recipientId[eq]:${tenant.representative}`)).toEqual([
    'a mail to another',
    'from the client',
  ])
})

test('several recipients are asked for at once, and all others', async () => {
  const either = await found(`filter=recipientId[in]:${client}|${tenant.representative}`)
  expect(either).toEqual(['a mail to another', 'a mail to the client', 'from the client', 'to the client'])
  const neither = await found(`filter=recipientId[nin]:${client}|${tenant.representative}`)
  expect(neither).toEqual(['after she left', 'before she came'])
  expect(await found('filter=recipientId[empty]')).toEqual([])
})

test('a reader finds no message outside of their groups by its recipient', async () => {
  expect(await found(`filter=recipientId[eq]:${client}`, northerner)).toEqual(['to the client'])
  expect(await found('filter=recipientId[nempty]', northerner)).not.toContain('a mail to the client')
})

test('an ID of no person finds nothing, and excludes nothing', async () => {
  expect(await found(`filter=recipientId[eq]:${tenant.groups.north}`)).toEqual([])
  expect(await found(`filter=recipientId[neq]:${tenant.groups.north}`)).toHaveLength(6)
})

test('an export has the same messages', async () => {
  const exported = async (caller: Caller) => {
    const asked = `${library}/export?filter=recipientId[eq]:${client}&sort=postedDate`
    const { status, json, text } = await caller.call('POST', asked, { format: 'csv' })
    expect(status, text).toBe(202)
    while ((await runExports(world.ctx, tenant.id)) > 0);
    return (await caller.call('GET', `/bff/api/v1/exports/${json.exportId}/file`)).text
  }
  const file = await exported(officer)
  expect(file).toContain('a mail to the client')
  expect(file).toContain('to the client')
  expect(file).not.toContain('from the client')
  expect(file).not.toContain('a mail to another')
  expect(await exported(northerner)).not.toContain('a mail')
})
