import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { notificationsUrl, useNotifications } from '#testing/notifications.ts'
import { addUser } from '#testing/users.ts'

const { bed, create, breach, send, eventIds } = useNotifications()

const minute = 60_000
let breaches = 0

const breachOn = async (channel: 'sms' | 'whatsapp') => {
  breaches += 1
  const from = `+1555010${7000 + breaches}`
  expect(await bed.world.deliver(bed.tenant, { from, body: 'This is off the record.', channel })).toBe(200)
  await bed.world.settle()
}

/** Who sees one channel alone, and manages notifications. */
const readerOf = async (channel: 'sms' | 'whatsapp') => {
  const user = { email: `${channel}@part.example`, firstName: 'A', lastName: 'Reader' } as const
  const grant = { name: channel, channels: [channel], groupIds: 'all' } as const
  return (await addUser(bed.world, bed.tenant, { ...user, role: 'super_admin' }, grant)).caller
}

test('a time zone that the database does not know stops no event: its daily mail leaves at 08:00 UTC', async () => {
  await create({ delivery: 'daily' })
  await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.updateTable('organization').set({ time_zone: 'US/Pacific-New' }).execute(),
  )
  await breach('+15550107099')
  expect(await eventIds()).toHaveLength(1)
  const [delivery] = await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx.selectFrom('notification_delivery').select('due_at').execute(),
  )
  expect(delivery?.due_at.toISOString()).toMatch(/T08:00:00.000Z$/)
})

test('a reader of a part learns of no mail about events of another part, neither that it left nor when the next one may', async () => {
  const { id } = await create()
  const [here, there] = [await readerOf('sms'), await readerOf('whatsapp')]
  const about = async (caller: typeof here) => {
    const { lastMailAt, ...notification } = (await caller.call('GET', `${notificationsUrl}/${id}`)).json
    const receipts = (await caller.call('GET', `${notificationsUrl}/${id}/receipts`)).json
    const listed = await caller.call('GET', `${notificationsUrl}?filter=lastMailAt[nempty]`)
    return { lastMailAt, receipts, mailed: listed.json.total, version: notification.version }
  }
  const before = await about(here)
  await breachOn('whatsapp')
  expect(await send()).toHaveLength(1)
  expect(await about(here)).toEqual(before)
  expect(await about(there)).toMatchObject({
    lastMailAt: bed.world.ctx.now().toISOString(),
    receipts: { items: [{ to: 'ann@client.example' }] },
    mailed: 1,
  })
  // The mail about an event of theirs waits because of the other one, which its announced time does not say.
  bed.world.pass(minute)
  await breachOn('sms')
  expect((await about(here)).receipts).toEqual({
    items: [],
    waiting: 1,
    nextMailAt: bed.world.ctx.now().toISOString(),
  })
})

test('of a mail about events of several parts, a reader of one sees the receipt without how many there were', async () => {
  const { id, emailSubject } = await create({ delivery: 'hourly' })
  await breachOn('sms')
  await breachOn('whatsapp')
  bed.world.pass(60 * minute)
  const reader = await readerOf('sms')
  expect((await send())[0]!.subject).toContain('2 new events')
  const receiptsOf = async (caller: typeof reader) =>
    (await caller.call('GET', `${notificationsUrl}/${id}/receipts`)).json.items
  expect(await receiptsOf(reader)).toMatchObject([{ subject: emailSubject, state: 'sent' }])
  const all = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  expect(await receiptsOf(all)).toMatchObject([{ subject: '[Medium] Off the record — 2 new events' }])
})

test('a reader of a part sees mails that were sent as a test', async () => {
  const { id, emailSubject, emailMessage } = await create()
  const words = { policyId: bed.policyId, emailSubject, emailMessage, notificationId: id }
  expect((await bed.admin.call('POST', `${notificationsUrl}/test`, words)).status).toBe(200)
  const reader = await readerOf('sms')
  const { json } = await reader.call('GET', `${notificationsUrl}/${id}/receipts`)
  expect(json.items).toMatchObject([{ kind: 'test', subject: expect.stringMatching(/^Test: \[Medium\]/) }])
})
