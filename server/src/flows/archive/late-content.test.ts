/** The content of a message may come after its line was mailed: the archive gets it, and everything that the message says now. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { makeMissingLines } from '#flows/capture/missing.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { arrivalOf, messageOf } from '#testing/history.ts'
import { messageWithChanges } from '#testing/changed-messages.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})
beforeEach(async () => {
  await on.configure()
})

const message = (over: Partial<CapturedMessage>) =>
  messageOf(on.world, { channel: 'sms', conversationKey: 'late', messageKey: 'late', ...over })
const happen = async (over: Partial<CapturedMessage>) => {
  await on.happen(message(over))
  await on.send()
}
const line = { body: null, contentType: 'unsupported', flags: ['undecrypted'] } as const
const sent = () => on.archive.got.map(({ mail }) => mail.text ?? '')
const summary = async () => (await on.admin.call('GET', `${on.url}/summary`)).json

test.each(
  shareOf([
    ['a place', { contentType: 'location', structured: { latitude: 38.7, name: 'Lisbon' } }, 'Lisbon'],
    ['a poll', { contentType: 'poll', structured: { question: 'Sell?', options: ['Yes'] } }, 'Sell?'],
  ] as const),
)('%s that comes after its line could not be decrypted is in a mail', async (_, content, word) => {
  await happen(line)
  await happen({ body: null, ...content })
  expect(sent()[0]).not.toContain(word)
  expect(sent().slice(1).join()).toContain(word)
  // What came is also a version of the message.
  expect(await summary()).toMatchObject({ days: [{ captured: 2, accepted: 2 }], differences: [] })
})

test('a text that comes after its line is mailed with what it answers and how it is marked', async () => {
  await on.happen(message({ messageKey: 'asked', body: 'When do we sell?' }))
  await happen(line)
  await happen({ body: 'Before the report', replyToKey: 'asked', flags: ['viewOnce'] })
  const whole = sent().find((text) => text.includes('Message:\nBefore the report'))
  expect(whole).toContain('In reply to:\nWhen do we sell?')
  expect(whole).toMatch(/Marked: .*view once/i)
  const ids = on.archive.got.map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a line that no worker had is mailed once, with its content', async () => {
  await on.happen(message(line))
  await happen({ body: null, contentType: 'location', structured: { name: 'Lisbon' } })
  expect(sent().filter((text) => text.includes('Lisbon'))).toHaveLength(1)
})

test('the summary lacks a message whose content the archive refused', { tags: ['whole'] }, async () => {
  await happen(line)
  on.archive.answers.push(554, 554)
  await happen({ body: null, contentType: 'location', structured: { name: 'Lisbon' } })
  const { days, differences } = await summary()
  expect(days).toMatchObject([{ captured: 2, accepted: 0, failed: 2 }])
  expect(differences).toHaveLength(1)
})

test(
  'a missing message that comes after its line was mailed is mailed whole',
  { tags: ['whole'] },
  async () => {
    const { message: came, changes } = messageWithChanges(on.world, 'never')
    await on.happen(...changes)
    await on.pass(8 * dayMs)
    expect(await makeMissingLines(on.world.ctx, on.tenant.id)).toBe(1)
    await on.send()
    const before = on.archive.got.length
    expect(before).toBeGreaterThan(0)
    await on.happen({ ...came, contentType: 'location', structured: { name: 'Lisbon' } })
    await on.send()
    expect(sent().slice(before).join()).toContain('Lisbon')
  },
)

/** A release whose connectors understand messages in this way. */
const releaseWith = (understood: Partial<CapturedMessage>) => ({
  find: (channel: Parameters<typeof findConnector>[0]) => {
    const connector = findConnector(channel)
    if (!connector) return undefined
    const parse: typeof connector.parse = async (stored, account) =>
      (await connector.parse(stored, account)).map((event): CapturedEvent =>
        event.kind === 'message' ? { ...event, body: null, ...understood } : event,
      )
    return { ...connector, parse }
  },
})
const earlier = releaseWith({ contentType: 'unsupported' })
const later = releaseWith({ contentType: 'location', structured: { name: 'Lisbon' } })

test('content without a text that a later release understands is mailed', { tags: ['whole'] }, async () => {
  const { ctx } = on.world
  const body = new URLSearchParams({
    MessageSid: `SM${'7'.repeat(32)}`,
    From: '+15550177001',
    To: '+15550100001',
    NumMedia: '0',
    Body: 'x',
  })
  const arrival = arrivalOf(on.world, on.tenant, [], {
    accountId: on.tenant.accounts.sms,
    channel: 'sms',
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(body.toString()),
  })
  await keepArrivals(ctx.db, on.tenant.id, [arrival], ctx.now())
  await ingest({ ...ctx, readers: earlier }, on.tenant.id)
  await on.send()
  expect(on.archive.got).toHaveLength(1)
  await on.pass(minuteMs)
  const operator = { userId: undefined, name: 'Operator' }
  await rereadRecords({ ...ctx, readers: later, release: '9.9.9', operator }, on.tenant.id, {})
  await on.send()
  const [unknown, known, ...more] = sent()
  expect(unknown).not.toContain('Lisbon')
  expect(known).toContain('Lisbon')
  expect(more).toEqual([])
})
