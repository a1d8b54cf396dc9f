import { expect, test } from 'vitest'
import type { CapturedMessage, Participant } from '#kernel/captured-event.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('toline', (made, opened) => {
  world = opened
  tenant = made
})

const northern = '+15550100001'
const southern = '+15550100009'
const client = '+15550177001'
const other = '+15550177002'

const phone = (value: string) => ({ kind: 'phone', value }) as const
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9))
const named = (value: string, addressing: Participant['addressing'] & string): Participant => ({
  identity: phone(value),
  role: 'recipient',
  addressing,
})
const said = (by: string, day: number, over: Partial<CapturedMessage> = {}) =>
  messageOf(world, { author: phone(by), sentAt: at(day), ...over })

async function toLinesOf(userId: WorldTenant['northerner']) {
  const reader = await world.as(tenant, userId)
  const { items } = (await reader.call('GET', '/bff/api/v1/messages?sort=postedDate')).json
  return items.map(({ to }: { to: unknown }) => to)
}

test('a mail names its own recipients, in its order, and not the other members of the thread', async () => {
  const participants = [named(other, 'to'), named(client, 'cc')]
  await captureHistory(world, tenant, [said(southern, 1, { participants: [named(client, 'to')] })])
  await captureHistory(world, tenant, [said(southern, 2, { participants })])
  expect(await toLinesOf(tenant.users.compliance)).toEqual([
    { names: [client], more: 0 },
    { names: [other, client], more: 0 },
  ])
})

test('someone whom several reports of a mail name is named once', async () => {
  const one = { messageKey: 'reported', author: phone(southern), sentAt: at(1) }
  const reported = [named(client, 'to'), named(other, 'bcc')]
  const shown = reported.slice(0, 1).map((each) => ({ ...each, role: 'member' as const }))
  await captureHistory(world, tenant, [messageOf(world, { ...one, participants: reported })])
  const again = [...shown, named(northern, 'bcc')]
  await captureHistory(world, tenant, [messageOf(world, { ...one, participants: again })])
  expect(await toLinesOf(tenant.users.compliance)).toEqual([
    { names: [client, other, expect.any(String)], more: 0 },
  ])
})

test('a chat message names the members at that time, without its author', async () => {
  await captureHistory(world, tenant, [said(client, 4)], [said(other, 5)], [said(client, 20)])
  const [first, second, third] = await toLinesOf(tenant.users.compliance)
  expect(first).toEqual({ names: [other], more: 0 })
  expect(second).toEqual({ names: [client], more: 0 })
  expect(third).toEqual({ names: [], more: 0 })
})

test('more than three recipients are counted', async () => {
  const participants = Array.from({ length: 7 }, (_, i) => named(`+1555017800${i}`, 'to'))
  await captureHistory(world, tenant, [said(southern, 1, { participants })])
  expect(await toLinesOf(tenant.users.compliance)).toEqual([
    { names: ['+15550178000', '+15550178001', '+15550178002'], more: 4 },
  ])
})

test('in a partly visible conversation, only recipients of visible messages are named', async () => {
  await captureHistory(world, tenant, [said(southern, 1, { participants: [named(other, 'to')] })])
  await captureHistory(world, tenant, [said(northern, 5, { participants: [named(client, 'to')] })])
  expect(await toLinesOf(tenant.northerner)).toEqual([{ names: [client], more: 0 }])
})
