/** Mails for a conversation and day, and mails about members and receipts. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { until } from '#testing/until.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const byDay = { delivery: 'conversation_day' }
const summary = async () => (await on.admin.call('GET', `${on.url}/summary`)).json
const about = (targetKey: string) => ({ channel: 'sms', targetKey, at: on.world.ctx.now() }) as const

test('a conversation is one mail, sent once its day is over; late messages are in a supplement', async () => {
  await on.configure(byDay)
  const key = await on.say('Five million')
  const { at } = about(await on.say('And more'))
  // A channel may give a deletion in whole seconds, and an edit more exactly.
  const second = Math.ceil(at.getTime() / 1000) * 1000
  const edited = new Date(second + 700)
  await on.happen({ ...about(key), at: edited, kind: 'edit', eventKey: 'e', body: 'Six million' })
  await on.happen({ ...about(key), at: new Date(second), kind: 'delete', eventKey: 'd', scope: 'everyone' })
  await on.send()
  expect(on.archive.got).toEqual([])
  expect(await on.mails()).toMatchObject([
    { event: 'day', state: 'queued', attempts: 0, day: { items: 4, number: 1 } },
  ])
  expect(await summary()).toMatchObject({ days: [{ captured: 4, queued: 4, accepted: 0 }], differences: [] })
  await on.pass(dayMs + 15 * minuteMs)
  on.archive.answers.push(451)
  await on.send()
  await on.happen({ ...about(key), at, kind: 'reaction', eventKey: 'r', action: 'add', value: '👍' })
  await on.pass(minuteMs)
  await on.send()
  const [put, taken, ...others] = on.archive.got
  expect(others).toEqual([])
  expect(taken?.mail.messageId).toBe(put?.mail.messageId)
  expect(taken?.mail.text).toBe(put?.mail.text)
  expect(taken?.mail.text).toMatch(
    /Message:\nFive million[^]*Message:\nAnd more[^]*New text:\nSix million\n\n[^]*Original text:\nFive million[^]*Deleted text:\nSix million/,
  )
  await on.pass(15 * minuteMs)
  await on.send()
  const late = on.archive.got[2]?.mail
  expect(late?.subject).toMatch(/, supplement 2$/)
  expect(late?.text).toMatch(/what the earlier ones do not[^]*👍/)
  expect(late?.messageId).toBe(put?.mail.messageId?.replace('.r1@', '.r2@'))
  expect(late?.references).toContain(put?.mail.messageId)
  expect(await on.mails()).toMatchObject([
    { state: 'accepted' },
    { state: 'accepted', day: { number: 2, items: 1 } },
  ])
  expect(await summary()).toMatchObject({
    days: [
      { captured: 1, accepted: 1 },
      { captured: 4, accepted: 4, failed: 0 },
    ],
    differences: [],
  })
})

test('a time zone that the database does not know does not stop the capture: days are then those of UTC', async () => {
  await on.configure(byDay)
  await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx.updateTable('organization').set({ time_zone: 'US/Pacific-New' }).execute(),
  )
  await on.say('Five million')
  expect(await on.mails()).toMatchObject([{ event: 'day', state: 'queued', day: { items: 1 } }])
})

test('a day that is refused names its messages, and can be sent again as the same mail', async () => {
  await on.configure(byDay)
  await on.say('One')
  await on.say('Two')
  await on.pass(dayMs + 15 * minuteMs)
  on.archive.answers.push(554)
  await on.send()
  const [failed] = await on.mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'content' })
  const found = await summary()
  expect(found.days).toMatchObject([{ captured: 2, failed: 2 }])
  expect(found.differences).toHaveLength(2)
  expect((await on.admin.call('POST', `${on.url}/mails/${failed.id}/resend`)).status).toBe(200)
  await on.send()
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(1)
  expect((await summary()).differences).toEqual([])
})

test('members and receipts are archived only if they are chosen', async () => {
  await on.configure()
  const key = await on.say('Hello')
  const receipt = {
    kind: 'status',
    state: 'delivered',
    recipient: { kind: 'phone', value: '+15550108888' },
  } as const
  await on.happen({ ...about(key), ...receipt, eventKey: 'unseen' })
  await on.configure({ alsoEvents: ['membership', 'receipt'], expectedVersion: 1 })
  const conversations = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx.selectFrom('conversation').select('conversation_key').execute(),
  )
  const conversationKey = conversations[0]?.conversation_key ?? ''
  const who = { kind: 'phone', value: '+15550107777' } as const
  const joined = { kind: 'membership', channel: 'sms', conversationKey, action: 'joined', who } as const
  await on.happen({ ...joined, eventKey: 'joined', at: on.world.ctx.now() })
  await on.happen({ ...about(key), ...receipt, state: 'read', eventKey: 'seen' })
  await on.send()
  const textOf = (word: string) =>
    on.archive.got.find(({ mail }) => mail.subject?.startsWith(word))?.mail.text
  expect(on.archive.got).toHaveLength(3)
  expect(textOf('MEMBERS')).toContain('+15550107777 joined.')
  expect(textOf('RECEIPT')).toMatch(/Receipt:\nread[^]*Of the message:\nHello/)
})

describe('later changes of a message', () => {
  /** The same message, of which another form says more. */
  const gain = (messageKey: string, body: string) =>
    on.happen({
      kind: 'message',
      channel: 'sms',
      messageKey,
      conversationKey: 'other',
      conversationType: 'direct',
      direction: 'inbound',
      author: { kind: 'phone', value: '+15550108888' },
      participants: [],
      body,
      format: 'plain',
      contentType: 'text',
      structured: { buttonText: 'Agreed' },
      attachments: [],
    })
  const sent = () => on.archive.got.map(({ mail: { subject, messageId } }) => [subject, messageId])

  test('is in the mail of the day, if no worker has had it', async () => {
    await on.configure(byDay)
    const key = await on.say('Five million')
    await gain(key, 'Five million')
    await on.pass(dayMs + 15 * minuteMs)
    await on.send()
    await on.pass(15 * minuteMs)
    await on.send()
    expect(on.archive.got.length).toBe(1)
    expect(on.archive.got[0]?.mail.text).toContain('Agreed')
  })

  test.each([
    ['is being sent', 0],
    ['is being sent for longer than a worker may have it', 11 * minuteMs],
  ])('is in a supplement, if the mail of the day %s', async (_, ms) => {
    await on.configure(byDay)
    const key = await on.say('Five million')
    await on.pass(dayMs + 15 * minuteMs)
    const gained = Promise.withResolvers<void>()
    on.archive.answers.push({ after: gained.promise })
    const sending = on.send()
    await until(() => on.archive.got.length === 1)
    await on.pass(ms)
    await gain(key, 'Five million')
    gained.resolve()
    await sending
    expect(on.archive.got.length).toBe(1)
    await on.pass(15 * minuteMs)
    await on.send()
    const [first, supplement] = on.archive.got
    expect([first?.mail.text?.includes('Agreed'), supplement?.mail.subject]).toEqual([
      false,
      expect.stringMatching(/, supplement 2$/),
    ])
    expect(supplement?.mail.text).toMatch(/Five million[^]*Agreed/)
  })

  test('is in a supplement, if the archive may have the mail of the day without a confirmation', async () => {
    await on.configure(byDay)
    const key = await on.say('Five million')
    await on.pass(dayMs + 15 * minuteMs)
    on.archive.answers.push('cut')
    await on.send()
    await gain(key, 'Five million')
    await on.pass(30 * minuteMs)
    await on.send()
    const [cut, again, supplement] = sent()
    expect(again).toEqual(cut)
    expect(supplement?.[0]).toMatch(/, supplement 2$/)
  })
})
