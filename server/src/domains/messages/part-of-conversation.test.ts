import { expect, test } from 'vitest'
import type { CapturedMessage, Participant } from '#kernel/captured-event.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('part', (made, opened) => {
  world = opened
  tenant = made
})

const northern = '+15550100001'
const southern = '+15550100009'
const client = '+15550177001'
const other = '+15550177002'

const phone = (value: string) => ({ kind: 'phone', value }) as const
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 9))
const to = (value: string): Participant => ({ identity: phone(value), role: 'recipient', addressing: 'to' })
const said = (by: string, day: number, over: Partial<CapturedMessage> = {}) =>
  messageOf(world, { author: phone(by), sentAt: at(day), ...over })

async function readBy(userId: WorldTenant['northerner']) {
  const reader = await world.as(tenant, userId)
  const { items } = (await reader.call('GET', '/bff/api/v1/messages')).json
  return (await reader.call('GET', `/bff/conversations/${items[0].conversationId}`)).json
}
const peopleOf = (conversation: { participants: { address: string }[] }) =>
  new Set(conversation.participants.map(({ address }) => address))

test('a user who sees some mails of a thread sees only the people, groups and times of those', async () => {
  const { north, south } = tenant.groups
  await captureHistory(world, tenant, [said(southern, 1, { participants: [to(other)] })])
  await captureHistory(world, tenant, [said(northern, 5, { participants: [to(client)] })])
  await captureHistory(world, tenant, [said(southern, 9, { participants: [to(other)] })])
  const part = await readBy(tenant.northerner)
  expect(part).toMatchObject({ messageCount: 1, groupIds: [north], firstAt: at(5).toISOString() })
  expect(part.lastAt).toBe(at(5).toISOString())
  expect(peopleOf(part)).toEqual(new Set([northern, client]))
  const whole = await readBy(tenant.users.compliance)
  expect(whole).toMatchObject({ messageCount: 3, firstAt: at(1).toISOString(), lastAt: at(9).toISOString() })
  expect(new Set(whole.groupIds)).toEqual(new Set([north, south]))
  expect(peopleOf(whole)).toEqual(new Set([northern, southern, client, other]))
})

test('a user who sees part of a chat sees its members at that time, and who joined in that part', async () => {
  const joined = (who: string, day: number) => ({
    kind: 'membership' as const,
    channel: 'whatsapp' as const,
    eventKey: `${who}${day}`,
    conversationKey: 'c1',
    action: 'joined' as const,
    who: phone(who),
    at: at(day),
  })
  await captureHistory(world, tenant, [said(other, 1)], [joined(other, 1)])
  await captureHistory(world, tenant, [said(client, 4)], [said(northern, 5)], [joined(client, 6)])
  await captureHistory(world, tenant, [said(northern, 7)], [said(client, 8)], [joined(southern, 8)])
  const part = await readBy(tenant.northerner)
  expect(part.messageCount).toBe(2)
  expect(peopleOf(part)).toEqual(new Set([northern, client]))
  expect(part.participants.map(({ firstAt }: { firstAt: string }) => firstAt)).toEqual([
    at(5).toISOString(),
    at(5).toISOString(),
  ])
  expect(part.memberships.map(({ who }: { who: string }) => who)).toEqual([client])
  const whole = await readBy(tenant.users.compliance)
  expect(whole.memberships).toHaveLength(3)
  expect(peopleOf(whole)).toEqual(new Set([northern, client, other]))
})
