import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { archived, asStored, customer, parseArchived, parseSent, sent, wecomAccount } from '#testing/wecom.ts'
import { wecom } from './connector.ts'
import { addressOfMedium, fileAt } from './media-address.ts'
import { messageDelivery } from './records.ts'

const corpId = wecomAccount.address.value

describe('who and where', () => {
  const text = { msgtype: 'text', text: { content: 'x' } }
  test.each([
    ['an employee to a customer', { from: 'LiWei', tolist: [customer] }, 'outbound', `LiWei|${customer}`],
    ['a customer to an employee', { from: customer, tolist: ['LiWei'] }, 'inbound', `LiWei|${customer}`],
    ['an employee to another', { from: 'ZhangSan', tolist: ['LiWei'] }, 'internal', 'LiWei|ZhangSan'],
    [
      'someone whose name begins like a customer’s',
      { from: 'wmeyer', tolist: ['LiWei'] },
      'internal',
      'LiWei|wmeyer',
    ],
    ['a room', { tolist: ['ZhangSan', customer], roomid: 'wr1' }, 'outbound', 'wr1'],
    [
      'an outside room of which only employees are named',
      { msgid: 'm_external', tolist: ['ZhangSan'], roomid: 'wr1' },
      'outbound',
      'wr1',
    ],
    ['no one named', { from: '', tolist: [] }, 'unknown', ''],
  ])('%s', (_, given, direction, conversationKey) => {
    expect(parseSent(text, given)).toMatchObject({ direction, conversationKey })
  })

  test('a message belongs to its author’s account, or to the employees who got it', () => {
    const routes = (given: object) =>
      messageDelivery(corpId, { seq: 1, text: JSON.stringify(sent(text, given)), since: 0 }).routes
    expect(routes({ from: 'LiWei', tolist: ['ZhangSan', customer] })).toEqual(['LiWei', 'ZhangSan'])
    expect(routes({ from: customer, tolist: ['LiWei'] })).toEqual(['LiWei'])
    expect(routes({ from: `wb${'1'.repeat(30)}`, tolist: ['LiWei'] })).toEqual(['LiWei'])
    expect(routes({ from: customer, tolist: [customer] })).toEqual([])
  })

  test('a robot belongs to the corporation, under its name in the archive', () => {
    const robot = `wb${'1'.repeat(30)}`
    const said = JSON.stringify(sent(text, { from: robot, tolist: ['LiWei', customer], roomid: 'wr1' }))
    const names = new Map([[robot, '机器人A']])
    const delivery = messageDelivery(corpId, { seq: 1, text: said, since: 0, names })
    expect(wecom.parse(asStored(delivery), wecomAccount)).toMatchObject([
      {
        direction: 'outbound',
        author: { kind: 'wecom-robot', value: robot },
        authorName: '机器人A',
        participants: [{ identity: { kind: 'wecom-robot' }, displayName: '机器人A' }, {}, {}],
      },
    ])
  })

  test('the key of a message is that of the corporation, on every account that has the message', () => {
    const stored = archived(sent(text, { msgid: 'm_1' }), 196)
    const person = {
      ...wecomAccount,
      address: { kind: 'wecom-user', value: 'LiWei' },
      source: { ...wecomAccount, secrets: {} },
    } as const
    expect(wecom.parse(stored, person)).toEqual(wecom.parse(stored, wecomAccount))
    expect(wecom.parse(stored, person)).toMatchObject([{ messageKey: `${corpId}:m_1` }])
    expect(wecom.rawKey(stored)).toBe('seq:196')
  })

  test('what was sent before the archive was first read is history', () => {
    const at = (since: number) => messageDelivery(corpId, { seq: 1, text: JSON.stringify(sent(text)), since })
    expect(at(1778745600125).isHistory).toBe(true)
    expect(at(1778745600124).isHistory).toBeUndefined()
  })
})

describe('what happens to messages', () => {
  test('a recall deletes for everyone; a recall that names no message is kept as it is', () => {
    expect(
      parseArchived(sent({ action: 'recall', msgtype: 'revoke', revoke: { pre_msgid: 'm_0' } })),
    ).toMatchObject([
      {
        kind: 'delete',
        targetKey: `${corpId}:m_0`,
        scope: 'everyone',
        actor: { kind: 'wecom-user', value: 'LiWei' },
      },
    ])
    expect(parseSent({ action: 'recall', msgtype: 'revoke' }).contentType).toBe('unsupported')
  })

  test('consent and its refusal are lines of the thread', () => {
    const disagree = { userid: customer, disagree_time: 1778745600000 }
    expect(parseSent({ msgtype: 'disagree', disagree }, { from: customer, tolist: ['LiWei'] })).toMatchObject(
      {
        contentType: 'system',
        structured: { consent: 'refused', person: customer },
        sentAt: new Date(1778745600000),
      },
    )
  })

  test('a switch to another corporation gives nothing', () => {
    expect(parseArchived({ msgid: '1', action: 'switch', time: 1778745600123, user: 'LiWei' })).toEqual([])
  })
})

test('any bytes give events and a key, and the same ones the second time', () => {
  const types = fc.constantFrom('text/xml', 'application/json', 'application/vnd.verbatim.note+json', '')
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((json) => Buffer.from(json)),
    fc
      .record({
        msgid: fc.string({ minLength: 1 }),
        msgtype: fc.constantFrom('text', 'mixed', 'chatrecord', 'vote', 'image', 'agree', 'revoke', 'news'),
        from: fc.anything(),
        tolist: fc.anything(),
        chatrecord: fc.anything(),
        mixed: fc.record({ item: fc.array(fc.record({ type: fc.string(), content: fc.anything() })) }),
        vote: fc.anything(),
        info: fc.anything(),
      })
      .map((message) => Buffer.from(JSON.stringify(message))),
    fc.string().map((text) => Buffer.from(`<xml><MsgType>${text}</MsgType></xml>`)),
  )
  fc.assert(
    fc.property(types, bytes, (contentType, body) => {
      const stored = asStored({ contentType, body })
      const events = wecom.parse(stored, wecomAccount)
      expect(wecom.parse(stored, wecomAccount)).toEqual(events)
      expect(wecom.rawKey(stored)).toBe(wecom.rawKey(stored))
      expect(wecom.rawKey(stored)).not.toBe('')
    }),
    { numRuns: roundsOf(500) },
  )
})

test('the stored address of a file identifies it, and no other address does', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (fileId) => {
      const file = { corpId, fileId: fileId.toWellFormed(), md5: '50de8e5ae8ffe4f1df7a93841f71993a' }
      expect(fileAt(addressOfMedium(file))).toEqual(file)
    }),
  )
  for (const address of ['https://x/y', 'archived:', 'archived:a', 'archived:a/b?x=1', 'archived:%/b'])
    expect(fileAt(address)).toBeUndefined()
})
