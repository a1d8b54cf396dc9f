/** The pages of a list at Twilio, and what may go wrong with one. */
import { isWhole } from '@verbatim/reference/share.ts'
import { describe, expect, test } from 'vitest'
import { breakOff } from '#testing/fakes/broken-answer.ts'
import { openLocalServer } from '#testing/fakes/local-server.ts'
import type { FakeTwilio } from '#testing/fakes/twilio.ts'
import { apiKey, at, keysOf, person, setUpListing } from '#testing/twilio-lists.ts'
import { phone, timeFor } from '#testing/twilio-accounts.ts'
import { sms } from './connector.ts'

/** It takes its time: `rest.test.ts` shows it in every run. */
const silent: [string, object][] = isWhole ? [['0000', { outcome: 'retry', reason: 'timeout' }]] : []
let twilio: FakeTwilio
const { list, listAll, read } = setUpListing((opened) => {
  twilio = opened
})

describe('a page', () => {
  test.each([
    'to?To=%2B14155550143&From=%2B14155550143',
    'to?DateSent=2020-01-01&DateSent%3E=2030-01-01&DateSent%3C=2000-01-01&PageSize=1',
    'to?x#/../../Accounts/AC1/Messages.json',
    'to?/../../../Accounts/AC1/Messages.json?',
    'to?@example.com/',
  ])('decides only where the list continues: %s', async (page) => {
    const { MessageSid } = twilio.message({ from: person, to: phone, body: 'ours' })
    twilio.message({ from: person, to: '+14155550143', body: 'of others' })
    expect(await list(sms, {}, { page })).toMatchObject({
      messages: [{ messageKey: MessageSid }],
      next: 'from?',
    })
    const own = `/2010-04-01/Accounts/${twilio.accountSid}/Messages.json?`
    expect(twilio.messages.calls.every((call) => call.startsWith(own))).toBe(true)
  })

  test.each(['', 'to', 'both?', 'https://example.com/?', '/2010-04-01/Accounts/AC1/Messages.json?Page=1'])(
    'that is not one of ours is refused: %s',
    async (page) => {
      expect(await list(sms, {}, { page })).toEqual({ outcome: 'refused', reason: 'not-understood' })
      expect(await list(sms, {}, { page: 'to?' })).toMatchObject({ outcome: 'page' })
      expect(twilio.messages.calls).toHaveLength(1)
    },
  )

  test('has what Twilio returns, at most the requested number, and at most a thousand messages', async () => {
    const sizes = () => twilio.messages.calls.map((call) => /PageSize=(\d+)/.exec(call)?.[1])
    await list(sms, {}, { mostItems: 25 })
    await list(sms, {}, { mostItems: 5000 })
    expect(sizes()).toEqual(['25', '1000'])
    twilio.messages.largestPage = 1
    const sids = [1, 2, 3].map(() => twilio.message({ from: person, to: phone }).MessageSid)
    expect(keysOf((await listAll(sms)).flat())).toEqual(sids.toReversed())
  })

  test('in another order, which has each message twice and one of the page before, leaves none out', async () => {
    const all = [1, 2, 3, 4, 5].map((one) => twilio.message({ from: person, to: phone, body: String(one) }))
    twilio.messages.mixing = 11
    const mixed = keysOf((await listAll(sms, {}, { mostItems: 2 })).flat())
    expect(mixed).toHaveLength(12)
    const inOrder = all.map(({ MessageSid = '' }) => MessageSid)
    const seen = [...new Set(mixed)]
    expect(seen.toReversed()).not.toEqual(inOrder)
    expect(seen.toSorted()).toEqual(inOrder.toSorted())
  })

  test('that is longer than allowed is not understood', async () => {
    twilio.message({ from: person, to: phone, body: 'x'.repeat(1000) })
    expect(await list(sms, {}, { maxBytes: 1000 })).toEqual({ outcome: 'refused', reason: 'not-understood' })
    expect(await list(sms, {}, { maxBytes: 10_000 })).toMatchObject({ outcome: 'page' })
  })

  test('that breaks off is asked for again', async () => {
    await using server = await openLocalServer((_, answer) => {
      breakOff(answer)
      answer.end(JSON.stringify({ messages: [], next_page_uri: null }))
    })
    const outcome = await list(sms, {}, { extraHosts: [server.host] })
    expect(outcome).toMatchObject({ outcome: 'retry' })
  })

  test('names no host for the next page, and never leads to itself', async () => {
    const next_page_uri = 'https://example.com/2010-04-01/Accounts/AC1/Messages.json?Page=1&PageToken=PA1'
    const said = JSON.stringify({ messages: [], next_page_uri })
    await using server = await openLocalServer((_, answer) => answer.end(said))
    const extraHosts = [server.host]
    const next = 'to?Page=1&PageToken=PA1'
    expect(await list(sms, {}, { extraHosts })).toEqual({ outcome: 'page', messages: [], next })
    expect(await list(sms, {}, { extraHosts, page: next })).toEqual({
      outcome: 'refused',
      reason: 'not-understood',
    })
  })
})

describe('a failure', () => {
  test('is a failure of the credentials if these are missing or wrong', async () => {
    const { accountSid } = twilio
    const refused = (reason: string) => ({ outcome: 'refused', reason })
    expect(await list(sms, { secrets: {} })).toEqual(refused('not-configured'))
    expect(await list(sms, { secrets: { accountSid, authTokens: ['guessed'] } })).toEqual(
      refused('credentials-refused'),
    )
    const key = { accountSid, apiKey: apiKey.sid, apiSecret: apiKey.secret }
    expect(await list(sms, { secrets: { ...key, apiSecret: 'guessed' } })).toEqual(
      refused('credentials-refused'),
    )
    expect(await list(sms, { secrets: key })).toEqual({ outcome: 'page', messages: [], next: 'from?' })
  })

  test.each<[string, object]>([
    ['0429', { outcome: 'retry', reason: 'status-429' }],
    ['0500', { outcome: 'retry', reason: 'status-500' }],
    ...silent,
    ['0200', { outcome: 'refused', reason: 'not-understood' }],
    ['0201', { outcome: 'page', messages: [], next: 'from?' }],
  ])('of …%s has a code, without addresses or secrets', async (ending, outcome) => {
    const address = { kind: 'phone', value: `+1415555${ending}` } as const
    expect(await list(sms, { address }, timeFor(ending))).toEqual(outcome)
  })

  test('is temporary while Twilio cannot be reached', async () => {
    expect(await list(sms, {}, { extraHosts: ['127.0.0.1:9'] })).toEqual({
      outcome: 'retry',
      reason: 'ECONNREFUSED',
    })
  })
})

describe('a row in a strange form', () => {
  test.each([
    ['an id that is a path', { sid: '../../AC1' }],
    ['a time that is none', { date_created: 'soon' }],
    ['a direction that is none', { direction: null }],
    ['an error in words', { error_code: { code: 'none' } }],
  ])('is kept as it came, and holds back no others: %s', async (_, row) => {
    const fine = twilio.sendElsewhere({ from: phone, to: person, body: 'fine' })
    const strange = twilio.sendElsewhere({ from: phone, to: person, body: 'strange' }, row)
    const pages = [await list(sms, {}, { page: 'from?' }), await list(sms, {}, { page: 'from?' })]
    expect(pages[0]).toEqual(pages[1])
    if (pages[0]?.outcome !== 'page') throw new Error('There is no page')
    const [known, unread, ...others] = pages[0].messages
    expect([known?.messageKey, others]).toEqual([fine, []])
    expect(read(sms, unread!)).toMatchObject([
      { contentType: 'unsupported', body: 'strange', structured: { fields: { To: person } } },
    ])
    // By its id it is known whether it is stored.
    if (!('sid' in row)) expect(unread?.messageKey).toBe(strange)
    else expect(unread?.messageKey).toBe((read(sms, unread!)[0] as { messageKey: string }).messageKey)
  })

  test('is in the page of its time, and of its own number', async () => {
    const row = { direction: null }
    twilio.sendElsewhere({ from: phone, to: person, at: at('10:00:00') }, row)
    const within = { from: at('10:00:00'), before: at('11:00:00') }
    const count = async (asked: object, given = {}) => {
      const page = await list(sms, given, { page: 'from?', ...asked })
      return page.outcome === 'page' ? page.messages.length : undefined
    }
    expect([await count(within), await count({ ...within, from: at('10:00:01') })]).toEqual([1, 0])
    expect(await count({ ...within, from: at('09:00:00'), before: at('10:00:00') })).toBe(0)
    expect(await count(within, { address: { kind: 'phone', value: '+14155550143' } })).toBe(0)
  })

  test('is none of a list in which no row has an id', async () => {
    const send = () => twilio.sendElsewhere({ from: phone, to: person }, { sid: 'XX1' })
    for (let odd = 1; odd <= 2; odd++) send()
    expect(await list(sms, {}, { page: 'from?' })).toMatchObject({ outcome: 'page' })
    send()
    expect(await list(sms, {}, { page: 'from?' })).toEqual({ outcome: 'refused', reason: 'not-understood' })
    twilio.sendElsewhere({ from: phone, to: person })
    expect(await list(sms, {}, { page: 'from?' })).toMatchObject({ outcome: 'page' })
  })

  /** The only message of a page, where the provider's answers are changed. */
  async function changed(change: (answer: string, path: string) => string) {
    await using server = await openLocalServer(async ({ url = '', headers }, answer) => {
      const { authorization = '' } = headers
      const got = await fetch(`http://${twilio.host}${url}`, { headers: { authorization } })
      answer.end(change(await got.text(), url))
    })
    const page = await list(sms, {}, { extraHosts: [server.host] })
    if (page.outcome !== 'page') throw new Error('There is no page')
    expect(page.messages).toHaveLength(1)
    return page.messages[0]!
  }

  test('in the list of media makes its message one that could not be read, with everything', async () => {
    const medium = twilio.keepMedium(Buffer.from('a'), 'image/jpeg')
    twilio.message({ from: person, to: phone, body: 'with a file', media: [medium] })
    const unread = await changed((answer, path) =>
      path.includes('/Media.json') ? answer.replace('"uri"', '"at"') : answer,
    )
    const structured = { fields: { Media: expect.stringContaining('image/jpeg') } }
    expect(read(sms, unread)).toMatchObject([{ contentType: 'unsupported', structured }])
  })

  test('without a time is kept in no hour', async () => {
    const { MessageSid } = twilio.message({ from: person, to: phone, body: 'of no time' })
    const unread = await changed((answer) => answer.replaceAll(/"date_\w+":"[^"]*"/g, '"date_created":7'))
    expect(unread).toMatchObject({ messageKey: MessageSid, isAside: true })
  })
})
