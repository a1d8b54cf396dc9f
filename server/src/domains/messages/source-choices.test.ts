import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf, saidByPhone } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
/** Compliance, of the north group. */
let northerner: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('sources')
  admin = await world.as(tenant, tenant.users.super_admin)
  northerner = await world.as(tenant, tenant.northerner)
  for (const [at, name] of ['north', 'south'].entries())
    await admin.call('POST', '/messenger/api/v1/contacts', {
      name: `Client ${name}`,
      phoneNumbers: [`+1555019000${at}`],
      groupIds: [tenant.groups[name as 'north']],
    })
})

async function ask(caller: Caller, question: string): Promise<readonly { id: string; name: string }[]> {
  const { status, json, text } = await caller.call('GET', `/bff/api/v1/message-sources?${question}`)
  expect(status, text).toBe(200)
  return json.items
}
const names = async (caller: Caller, question: string) =>
  (await ask(caller, question)).map(({ name }) => name)
const ids = async (caller: Caller, question: string) => (await ask(caller, question)).map(({ id }) => id)

test('authors are representatives and contacts, and are found by part of their name', async () => {
  expect(await names(admin, 'kind=author&search=client')).toEqual(['Client north', 'Client south'])
  const all = await ids(admin, 'kind=author')
  expect(all).toEqual(expect.arrayContaining([tenant.representative, tenant.colleague]))
  expect(await names(admin, 'kind=author&search=zebra')).toEqual([])
})

test('authors and owners of other groups are not offered', async () => {
  expect(await names(northerner, 'kind=author&search=client')).toEqual(['Client north'])
  for (const kind of ['author', 'owner']) {
    const offered = await ids(northerner, `kind=${kind}`)
    expect(offered).toContain(tenant.representative)
    expect(offered).not.toContain(tenant.colleague)
    expect(await ids(northerner, `kind=${kind}&id=${tenant.colleague}`)).toEqual([])
  }
})

test('an author of a visible message has a name even if they are in another group', async () => {
  const [south] = await ids(admin, 'kind=author&search=south')
  expect(await names(northerner, `kind=author&id=${south}`)).toEqual([])
  await world.deliver(tenant, { from: '+15550190001', body: 'To the account of the north.' })
  await world.settle()
  expect(await names(northerner, `kind=author&id=${south}`)).toEqual(['Client south'])
})

test('recipients of other groups are not offered, and one of a visible message has a name even so', async () => {
  expect(await names(admin, 'kind=recipient&search=client')).toEqual(['Client north', 'Client south'])
  expect(await names(northerner, 'kind=recipient&search=client')).toEqual(['Client north'])
  const offered = await ids(northerner, 'kind=recipient')
  expect(offered).toContain(tenant.representative)
  expect(offered).not.toContain(tenant.colleague)
  const ask = () => ids(northerner, `kind=recipient&id=${tenant.colleague}`)
  const from = (by: string) =>
    saidByPhone(world, {
      by,
      to: '+15550100009',
      direction: 'internal',
      sentAt: world.ctx.now(),
      body: 'Hello',
    })
  await captureHistory(world, tenant, [from('+15550190008')])
  expect(await ask()).toEqual([])
  await captureHistory(world, tenant, [from('+15550100001')])
  expect(await ask()).toEqual([tenant.colleague])
})

test('accounts are found by part of their name', async () => {
  const [sms] = await ask(admin, `kind=account&id=${tenant.accounts.sms}`)
  expect(sms?.id).toBe(tenant.accounts.sms)
  expect(await ids(admin, `kind=account&search=${encodeURIComponent(sms?.name ?? '')}`)).toContain(
    tenant.accounts.sms,
  )
})

test('a group’s name is found by its ID within the reader’s groups only', async () => {
  const named = async (caller: Caller, id: string) =>
    (await caller.call('GET', `/bff/api/v1/conversation-groups?filter=id[eq]:${id}`)).json.total
  expect(await named(northerner, tenant.groups.north)).toBe(1)
  expect(await named(northerner, tenant.groups.south)).toBe(0)
  expect(await named(admin, tenant.groups.south)).toBe(1)
})

test('conversations are found by their authors, and only by authors of visible messages', async () => {
  await world.deliver(tenant, { from: '+15550190002', body: 'About the bonds.' })
  await world.settle()
  const [found, ...others] = await ask(admin, 'kind=conversation&search=15550190002')
  expect(others).toEqual([])
  expect(found?.name).toContain('+15550190002')
  expect(await names(admin, `kind=conversation&id=${found?.id}`)).toEqual([found?.name])
  expect(await ids(admin, 'kind=conversation')).toContain(found?.id)
  expect(await names(admin, 'kind=conversation&search=zebra')).toEqual([])
})

test('a conversation outside the reader’s groups is neither listed, found nor named', async () => {
  const author = { kind: 'phone', value: '+15550100009' } as const
  await captureHistory(world, tenant, [
    messageOf(world, { author, conversationKey: 'far south', body: 'Hello' }),
  ])
  const [south] = await ids(admin, 'kind=conversation&search=15550100009')
  expect(south).toBeDefined()
  for (const question of ['', '&search=15550100009', `&id=${south}`])
    expect(await ids(northerner, `kind=conversation${question}`)).not.toContain(south)
})
