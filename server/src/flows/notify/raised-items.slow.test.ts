/** The inbox item for a mail of several events, for a recipient who is a reader of a part. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { useNotifications } from '#testing/notifications.ts'

const { bed, create, breach, send, eventIds } = useNotifications()

const itemsOf = async (userId: string) => {
  const reader = await bed.world.as(bed.tenant, userId as typeof bed.tenant.northerner)
  const { items, unread } = (await reader.call('GET', '/bff/api/v1/inbox')).json
  return {
    unread,
    about: items.map(({ eventId, events }: { eventId: string; events: number }) => [eventId, events]),
  }
}

test('an item is about the events of the mail that its reader sees, and there is none without any', async () => {
  const { tenant, world, admin } = bed
  const emails = (await admin.call('GET', '/bff/api/v1/users?limit=100')).json.items as {
    id: string
    email: string
  }[]
  const addressOf = (id: string) => emails.find((one) => one.id === id)?.email ?? ''
  await create({
    recipients: [addressOf(tenant.northerner), addressOf(tenant.users.compliance)],
    delivery: 'hourly',
  })
  await breach('+15550107001')
  const [northern] = await eventIds()
  world.pass(60_000)
  await world.deliver(tenant, { from: '+15550107002', body: 'This is off the record', channel: 'whatsapp' })
  await world.settle()
  const [southern] = await eventIds()
  expect(southern).not.toBe(northern)
  world.pass(hourMs)
  const mails = await send()
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringContaining('2 new events')))
  // The newest of the gravest is the first.
  expect(await itemsOf(tenant.users.compliance)).toEqual({ unread: 1, about: [[southern, 2]] })
  expect(await itemsOf(tenant.northerner)).toEqual({ unread: 1, about: [[northern, 1]] })
  await world.deliver(tenant, { from: '+15550107003', body: 'It is off the record', channel: 'whatsapp' })
  await world.settle()
  world.pass(hourMs)
  await send()
  expect((await itemsOf(tenant.users.compliance)).unread).toBe(2)
  expect((await itemsOf(tenant.northerner)).unread).toBe(1)
})
