import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { at, kept, keysOf, person, secretsOf, setUpListing } from '#testing/twilio-lists.ts'
import { phone, timeFor } from '#testing/twilio-accounts.ts'
import { sms, whatsapp } from './connector.ts'

/** It takes its time: `rest.test.ts` shows it in every run. */
const silent: [string, object][] = isWhole ? [['0000', { outcome: 'retry', reason: 'timeout' }]] : []
let twilio: FakeTwilio
const { accountOf, list, listAll, read, readWebhook } = setUpListing((opened) => {
  twilio = opened
})

/** The two channels, with the scheme of their addresses at Twilio. */
describe.each([
  { connector: sms, scheme: '' },
  { connector: whatsapp, scheme: 'whatsapp:' },
])('messages of $connector.channel', ({ connector, scheme }) => {
  const ours = `${scheme}${phone}`
  const theirs = `${scheme}${person}`

  test('that came while we were down are found, each once, in pages, as their webhooks reported them', async () => {
    const missed = ['one', 'two', 'three', 'four', 'five'].map((body) =>
      twilio.message({ from: theirs, to: ours, body }),
    )
    twilio.message({ from: theirs, to: `${scheme}+14155550143`, body: 'to someone else' })
    const pages = await listAll(connector, {}, { mostItems: 2 })
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0])
    const found = pages.flat()
    expect(keysOf(found).toSorted()).toEqual(missed.map(({ MessageSid }) => String(MessageSid)).toSorted())
    for (const one of found) {
      const webhook = missed.find(({ MessageSid }) => MessageSid === one.messageKey) ?? {}
      const [message] = readWebhook(connector, webhook)
      expect(read(connector, one)).toEqual([{ ...message, sentAt: one.sentAt }])
    }
  })

  test('have their media, in the same places', async () => {
    const media = [
      twilio.keepMedium(Buffer.from('a'), 'image/jpeg'),
      twilio.keepMedium(Buffer.from('b'), 'text/vcard'),
    ]
    const [message] = readWebhook(connector, twilio.message({ from: theirs, to: ours, media }))
    twilio.sendElsewhere({ from: ours, to: theirs, media: media.slice(1) })
    const [received, sent] = (await listAll(connector)).flat()
    expect(received && read(connector, received)).toEqual([{ ...message, sentAt: received?.sentAt }])
    expect(sent && read(connector, sent)[0]).toMatchObject({
      body: null,
      contentType: 'contact',
      attachments: [{ ordinal: 0, mimeDeclared: 'text/vcard', url: media[1]?.url }],
    })
  })

  test('that were sent outside the product are ours, with the state of their delivery', async () => {
    const sid = twilio.sendElsewhere(
      { from: ours, to: theirs, body: 'As agreed', at: at('10:00:00') },
      { status: 'undelivered', error_code: 30003, date_updated: 'Tue, 14 Apr 2026 10:00:07 +0000' },
    )
    const [listed] = (await listAll(connector)).flat()
    expect(listed).toMatchObject({ messageKey: sid, sentAt: at('10:00:00') })
    expect(listed && read(connector, listed)).toMatchObject([
      {
        kind: 'message',
        messageKey: sid,
        conversationKey: `${phone}|${person}`,
        direction: 'outbound',
        author: { kind: 'phone', value: phone },
        body: 'As agreed',
        sentAt: at('10:00:00'),
      },
      {
        kind: 'status',
        eventKey: `s|${sid}|*|undelivered`,
        targetKey: sid,
        state: 'undelivered',
        errorCode: '30003',
        at: at('10:00:07'),
      },
    ])
    const [, status] = (listed && read(connector, listed)) ?? []
    const [callback] = readWebhook(connector, twilio.status(sid, 'undelivered', { ErrorCode: '30003' }))
    expect(status).toMatchObject(callback ?? {})
  })

  test('of the other channel at the same number are not among them', async () => {
    const other = scheme === '' ? 'whatsapp:' : ''
    twilio.message({ from: `${other}${person}`, to: `${other}${phone}`, body: 'elsewhere' })
    twilio.sendElsewhere({ from: `${other}${phone}`, to: `${other}${person}` })
    expect((await listAll(connector)).flat()).toEqual([])
    const here = twilio.message({ from: theirs, to: ours, body: 'here' })
    expect(keysOf((await listAll(connector)).flat())).toEqual([here.MessageSid])
  })

  test('to ourselves are listed once', async () => {
    const sid = twilio.sendElsewhere({ from: ours, to: ours, body: 'note' })
    expect(keysOf((await listAll(connector)).flat())).toEqual([sid])
  })
})

describe('the time', () => {
  test.each([false, true])('is kept to the millisecond, also if Twilio reads only days: %s', async (days) => {
    twilio.messages.readsDays = days
    for (const time of ['09:59:59', '10:00:00', '10:30:00', '10:59:59', '11:00:00'])
      twilio.message({ from: person, to: phone, body: time, at: at(time) })
    const found = async (from: Date, before: Date) => {
      const listed = (await listAll(sms, {}, { from, before })).flat()
      return listed.map((one) => (read(sms, one)[0] as CapturedMessage).body)
    }
    expect(await found(at('10:00:00'), at('11:00:00'))).toEqual(['10:59:59', '10:30:00', '10:00:00'])
    expect(await found(at('10:00:00.001'), at('11:00:00.001'))).toEqual(['11:00:00', '10:59:59', '10:30:00'])
    expect(await found(at('10:30:00'), at('10:30:00'))).toEqual([])
  })

  test('is asked for once, and to the end of the day only where no message shows that seconds are read', async () => {
    const parts = ['00:00:00', '06:00:00', '12:00:00', '18:00:00'].map(at)
    const ends = [...parts.slice(1), new Date('2026-04-15T00:00:00Z')]
    for (const time of ['07:00:00', '13:00:00', '19:00:00']) {
      twilio.message({ from: person, to: phone, at: at(time) })
      twilio.sendElsewhere({ from: phone, to: person, at: at(time) })
    }
    const asked = async (part: number) => {
      twilio.messages.calls.length = 0
      await listAll(sms, {}, { from: parts[part]!, before: ends[part]! })
      return twilio.messages.calls.map((call) =>
        new URL(call, 'https://twilio.test').searchParams.get('DateSent<')?.slice(8, 13),
      )
    }
    expect(await asked(0)).toEqual(['14T06', '15T00', '14T06', '15T00'])
    expect(await asked(1)).toEqual(['14T12', '14T12'])
    expect(await asked(2)).toEqual(['14T18', '14T18'])
    expect(await asked(3)).toEqual(['15T00', '15T00'])
  })

  test('splits messages without loss, whatever the windows and the pages', async () => {
    const message = fc.record({ second: fc.nat(60), isSent: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 2 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        async (messages, cuts, mostItems, readsDays) => {
          await using twilio = await openFakeTwilio()
          twilio.messages.readsDays = readsDays
          const start = at('10:00:00').getTime()
          const all = messages.map(({ second, isSent }) => {
            const sentAt = new Date(start + second * 1000)
            return isSent
              ? { sid: twilio.sendElsewhere({ from: phone, to: person, at: sentAt }), sentAt }
              : { sid: twilio.message({ from: person, to: phone, at: sentAt }).MessageSid, sentAt }
          })
          const bounds = [0, ...cuts.toSorted((one, other) => one - other), 60_001].map(
            (offset) => new Date(start + offset),
          )
          for (const [place, before] of bounds.entries()) {
            const from = bounds[place - 1]
            if (!from) continue
            const asked = { from, before, mostItems, at: twilio }
            const pages = await listAll(sms, { secrets: secretsOf(twilio) }, asked)
            expect(pages.every(({ length }) => length <= mostItems)).toBe(true)
            const expected = all.filter(({ sentAt }) => sentAt >= from && sentAt < before)
            expect(keysOf(pages.flat()).toSorted()).toEqual(expected.map(({ sid }) => String(sid)).toSorted())
          }
        },
      ),
      { numRuns: roundsOf(25) },
    )
  })

  test('is the creation time of a message until it is sent', async () => {
    const waiting = { status: 'queued', date_sent: null }
    const sid = twilio.sendElsewhere({ from: phone, to: person, at: at('10:00:00') }, waiting)
    const [listed] = (await listAll(sms)).flat()
    expect(listed).toMatchObject({ messageKey: sid, sentAt: at('10:00:00') })
    expect(listed && read(sms, listed)).toMatchObject([{ sentAt: at('10:00:00') }, { state: 'queued' }])
  })

  test('of new messages does not move others to another page', async () => {
    const send = () => twilio.message({ from: person, to: phone }).MessageSid
    const [first, second] = [send(), send()]
    const page = await list(sms, {}, { mostItems: 1 })
    send()
    expect(page).toMatchObject({ messages: [{ messageKey: second }] })
    const next = page.outcome === 'page' ? page.next : undefined
    expect(await list(sms, {}, { mostItems: 1, ...(next && { page: next }) })).toMatchObject({
      messages: [{ messageKey: first }],
    })
  })
})

test('drafts and messages that were never sent are left out; queued and failed ones are listed', async () => {
  const statuses = ['scheduled', 'canceled', 'accepted', 'queued', 'sending', 'sent', 'failed', 'read']
  for (const status of statuses) twilio.sendElsewhere({ from: phone, to: person, body: status }, { status })
  const bodies = (await listAll(sms)).flat().map((one) => String((read(sms, one)[0] as CapturedMessage).body))
  expect(bodies.toSorted()).toEqual(['accepted', 'failed', 'queued', 'read', 'sending', 'sent'])
})

test('a message is there or gone by its SID, and by no other key', async () => {
  const { MessageSid = '' } = twilio.message({ from: person, to: phone })
  const limits = { timeoutMs: 5000, extraHosts: [twilio.host] }
  const lookup = sms.listing!.lookup!
  const has = (key: string, given = {}) => lookup.has(accountOf(sms, given), key, limits)
  expect(await has(MessageSid)).toEqual({ outcome: 'there' })
  for (const key of [`IM${'0'.repeat(32)}`, '../IncomingPhoneNumbers', `${MessageSid}/Media`, ''])
    expect(lookup.isId(accountOf(sms), key)).toBe(false)
  expect(lookup.isId(accountOf(sms), MessageSid)).toBe(true)
  expect(await has(MessageSid, { secrets: {} })).toEqual({ outcome: 'refused', reason: 'not-configured' })
  twilio.messages.remove(MessageSid)
  expect(await has(MessageSid)).toEqual({ outcome: 'gone' })
  twilio.isAway = true
  expect(await has(MessageSid)).toMatchObject({ outcome: 'retry' })
})

describe('the bytes of a message', () => {
  const listed = async () => {
    const [one] = (await listAll(sms)).flat()
    if (!one) throw new Error('nothing is listed')
    return { ...one, key: sms.rawKey(kept(one.body, one.contentType)) }
  }

  test('stay the same while the message does, also when its price arrives', async () => {
    const sid = twilio.sendElsewhere({ from: phone, to: person, body: 'Hi €' }, { status: 'sent' })
    const first = await listed()
    twilio.messages.change(sid, { price: '-0.00750' })
    expect(await listed()).toEqual(first)
    const updated = 'Tue, 14 Apr 2026 12:00:00 +0000'
    twilio.messages.change(sid, { status: 'delivered', date_updated: updated })
    const second = await listed()
    expect(second.key).toBe(`poll:${sid}:${updated}`)
    expect(second.key).not.toBe(first.key)
    expect(first.key).toMatch(new RegExp(`^poll:${sid}:Tue, 14 Apr 2026`))
    expect([first, second].map((one) => read(sms, one))).toMatchObject([
      [{ messageKey: sid }, { state: 'sent' }],
      [{ messageKey: sid }, { state: 'delivered' }],
    ])
  })

  test('contain everything that Twilio returns', async () => {
    const sid = twilio.sendElsewhere({ from: phone, to: person }, { tags: { desk: 'fx' } })
    expect(JSON.parse(Buffer.from((await listed()).body).toString())).toMatchObject({
      sid,
      direction: 'outbound-api',
      num_segments: '1',
      tags: { desk: 'fx' },
    })
  })

  test('are not taken for another delivery', () => {
    const webhook = { sid: `SM${'1'.repeat(32)}`, Body: 'Hi', From: person, To: phone, MessageSid: 'SM1' }
    const { body, contentType } = kept(Buffer.from(JSON.stringify(webhook)), 'application/json')
    expect(sms.rawKey(kept(body, contentType))).toBe('SM1')
  })
})

describe('media', () => {
  const medium = () => twilio.keepMedium(Buffer.from('a'), 'image/png')

  test('that are gone at Twilio leave a gap in the message', async () => {
    twilio.message({ from: person, to: phone, media: [medium()] })
    const sid = twilio.sendElsewhere({ from: phone, to: person, body: 'see' }, { num_media: '1' })
    const lost = (await listAll(sms)).flat().find(({ messageKey }) => messageKey === sid)
    expect(lost && read(sms, lost)[0]).toMatchObject({ body: 'see', attachments: [{ ordinal: 0 }] })
    twilio.messages.change(sid, { sid: `SM${'e'.repeat(32)}` })
    expect((await listAll(sms)).flat()).toHaveLength(2)
  })

  test('are not requested if the message has none', async () => {
    twilio.message({ from: person, to: phone, body: 'text' })
    await listAll(sms)
    expect(twilio.messages.calls.filter((call) => call.includes('Media'))).toEqual([])
    twilio.message({ from: person, to: phone, media: [medium()] })
    await listAll(sms)
    expect(twilio.messages.calls.filter((call) => call.includes('Media'))).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['0429', { outcome: 'retry', reason: 'status-429' }],
    ['0500', { outcome: 'retry', reason: 'status-500' }],
    ...silent,
    ['0200', { outcome: 'refused', reason: 'not-understood' }],
  ])(
    'of …%s that cannot be read make the whole page fail, so that it is read again',
    async (ending, outcome) => {
      twilio.message({ from: person, to: phone, media: [medium()] })
      expect(await list(sms)).toMatchObject({ outcome: 'page' })
      twilio.message({ from: `+1415555${ending}`, to: phone, media: [medium()] })
      expect(await list(sms, {}, timeFor(ending))).toEqual(outcome)
    },
  )
})
