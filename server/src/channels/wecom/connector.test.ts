import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { archived, asStored, parseArchived, wecomAccount } from '#testing/wecom.ts'
import { wecom } from './connector.ts'
import { addressOfMedium, fileAt } from './media-address.ts'
import { messageDelivery } from './records.ts'

const customer = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
const corpId = wecomAccount.address.value
let count = 0

/** A message of the archive, with its content. */
const sent = (content: object, given: object = {}) => ({
  msgid: `m${++count}`,
  action: 'send',
  from: 'LiWei',
  tolist: [customer],
  roomid: '',
  msgtime: 1778745600124,
  ...content,
  ...given,
})
const parse = (content: object, given: object = {}) =>
  parseArchived(sent(content, given))[0] as CapturedMessage

describe('every documented kind of message is read', () => {
  const file = { md5sum: '50de8e5ae8ffe4f1df7a93841f71993a', sdkfileid: 'Ct/Y+B==' }
  test.each<[string, object, Partial<Record<keyof CapturedMessage, unknown>>]>([
    ['text', { text: { content: '你好' } }, { contentType: 'text', body: '你好' }],
    ['markdown', { info: { content: '# a' } }, { contentType: 'text', body: '# a' }],
    ['image', { image: { ...file, filesize: 1 } }, { contentType: 'image', body: null }],
    [
      'voice',
      { voice: { ...file, voice_size: 9, play_length: 3 } },
      { contentType: 'voice', structured: { seconds: 3 } },
    ],
    ['video', { video: { ...file, filesize: 9, play_length: 3 } }, { contentType: 'video' }],
    ['emotion', { emotion: { ...file, type: 1, imagesize: 5 } }, { contentType: 'sticker' }],
    ['file', { file: { ...file, filename: '合同.docx', filesize: 9 } }, { contentType: 'file' }],
    [
      'card',
      { card: { corpname: '微信联系人', userid: customer } },
      { contentType: 'contact', structured: { person: customer, organization: '微信联系人' } },
    ],
    [
      'location',
      { location: { longitude: 116.5, latitude: 39.9, address: '北京市', title: '管庄', zoom: 15 } },
      {
        contentType: 'location',
        structured: { longitude: 116.5, latitude: 39.9, address: '北京市', label: '管庄' },
      },
    ],
    [
      'link',
      { link: { title: 'a', description: 'b', link_url: 'https://x', image_url: 'https://y' } },
      { contentType: 'link', body: 'a\nb', structured: { link: 'https://x', image: 'https://y' } },
    ],
    [
      'weapp',
      { weapp: { title: 'a', description: 'b', username: 'xx@app', displayname: 'App' } },
      { contentType: 'link', body: 'a\nb' },
    ],
    ['todo', { todo: { title: 'a', content: 'b' } }, { contentType: 'interactive', body: 'a\nb' }],
    [
      'vote',
      { vote: { votetitle: 'q', voteitem: ['a', 'b'], votetype: 101 }, voteid: 'v1' },
      { contentType: 'poll', body: 'q\na\nb', structured: { voteId: 'v1', voteType: 101 } },
    ],
    [
      'collect',
      {
        collect: {
          room_name: 'r',
          creator: 'LiWei',
          title: 't',
          details: [{ id: 1, ques: 'q', type: 'Text' }],
        },
      },
      { contentType: 'interactive', body: 't\nq' },
    ],
    [
      'redpacket',
      { redpacket: { type: 1, wish: '恭喜发财', totalcnt: 1, totalamount: 3000 } },
      { body: '恭喜发财', structured: { envelopes: 1, totalCents: 3000, envelopeType: 1 } },
    ],
    [
      'external_redpacket',
      { redpacket: { type: 1, wish: 'w', totalcnt: 1, totalamount: 1 } },
      { contentType: 'interactive' },
    ],
    [
      'meeting',
      {
        meeting: {
          topic: 't',
          starttime: 1603877328,
          endtime: 1603880928,
          address: 'here',
          remarks: 'r',
          meetingtype: 102,
          meetingid: 12,
          status: 1,
        },
      },
      { contentType: 'interactive', body: 't\nr' },
    ],
    ['meeting_notification', { info: { meeting_id: 1, notification_type: 3, content: 'c' } }, { body: 'c' }],
    [
      'docmsg',
      { doc: { title: 'd', doc_creator: 'LiWei', link_url: 'https://doc' } },
      { contentType: 'link', body: 'd', structured: { link: 'https://doc', createdBy: 'LiWei' } },
    ],
    [
      'news',
      { info: { item: [{ title: 't', description: 'd', url: 'https://n', picurl: 'p' }] } },
      { contentType: 'link', body: 't\nd\nhttps://n' },
    ],
    [
      'calendar',
      {
        calendar: {
          title: 't',
          creatorname: 'LiWei',
          attendeename: ['a', 'b'],
          starttime: 1603877328,
          endtime: 1603880928,
          place: 'p',
          remarks: 'r',
        },
      },
      {
        contentType: 'interactive',
        body: 't\nr',
        structured: {
          invited: 'a, b',
          createdBy: 'LiWei',
          place: 'p',
          starts: '2020-10-28T09:28:48.000Z',
          ends: '2020-10-28T10:28:48.000Z',
        },
      },
    ],
    [
      'meeting_voice_call',
      {
        voiceid: 'v',
        meeting_voice_call: { endtime: 1, sdkfileid: 'x', demofiledata: [{ filename: 'a.pdf' }] },
      },
      { contentType: 'audio', structured: { callId: 'v', shown: 'a.pdf' } },
    ],
    [
      'voip_doc_share',
      { voipid: 'v', voip_doc_share: { ...file, filename: 'a.pdf', filesize: 1 } },
      { contentType: 'file', structured: { callId: 'v' } },
    ],
    [
      'sphfeed',
      { sphfeed: { feed_type: 4, sph_name: 'n', feed_desc: 'd' } },
      { contentType: 'link', body: 'd' },
    ],
    [
      'voiptext',
      { info: { callduration: 10, invitetype: 2 } },
      { contentType: 'system', structured: { callSeconds: 10, callType: 2 } },
    ],
    [
      'qydiskfile',
      { info: { filename: 'a.pdf' } },
      { contentType: 'file', attachments: [{ ordinal: 0, name: 'a.pdf' }] },
    ],
  ])('%s', (msgtype, content, expected) => {
    const message = parse({ msgtype, ...content })
    expect(message).toMatchObject({
      kind: 'message',
      conversationKey: `LiWei|${customer}`,
      direction: 'outbound',
      ...expected,
    })
    expect(message.flags).toBeUndefined()
    for (const { url } of message.attachments) if (url) expect(fileAt(url)?.corpId).toBe(corpId)
  })

  test.each([
    ['solitaire', { solitaire: { text: 'x' } }],
    ['text', {}],
    ['image', { image: {} }],
    ['link', { link: { other: 1 } }],
    ['__proto__', {}],
    ['constructor', {}],
    ['', {}],
  ])('what we cannot read keeps all its fields: %s', (msgtype, content) => {
    const given = sent({ msgtype, ...content })
    expect(parseArchived(given)).toMatchObject([
      { contentType: 'unsupported', body: null, structured: { messageType: msgtype, fields: given } },
    ])
  })

  test('a forwarded conversation gives its texts and its files, also of those within', () => {
    const item = (type: string, content: object) => ({
      type,
      content: JSON.stringify(content),
      msgtime: 1603875610,
    })
    const message = parse({
      msgtype: 'chatrecord',
      chatrecord: {
        title: '群聊',
        item: [
          item('ChatRecordText', { content: 'one' }),
          item('ChatRecordImage', { md5sum: '', filesize: 3, sdkfileid: 'f1' }),
          item('ChatRecordLink', { title: 'two', link_url: 'https://x' }),
          item('ChatRecordMixed', {
            item: [item('text', { content: 'three' }), item('image', { sdkfileid: 'f2' })],
          }),
          item('chatrecord', { title: 'inner', item: [item('ChatRecordText', { content: 'four' })] }),
        ],
      },
    })
    expect(message).toMatchObject({
      contentType: 'transcript',
      forwarded: true,
      body: '群聊\none\ntwo\nthree\ninner\nfour',
      attachments: [{ ordinal: 0, sizeDeclared: 3 }, { ordinal: 1 }],
    })
    expect(message.flags).toBeUndefined()
    const odd = parse({
      msgtype: 'chatrecord',
      chatrecord: { title: 't', item: [{ type: 'ChatRecordNew', content: '{}' }] },
    })
    expect(odd).toMatchObject({ body: 't', flags: ['partlyParsed'], structured: { fields: {} } })
  })

  test('records within records end, and so do their files', () => {
    let content: object = { title: 'deepest', item: [] }
    for (let n = 0; n < 40; n++) content = { title: 't', item: [{ type: 'chatrecord', content }] }
    expect(parse({ msgtype: 'chatrecord', chatrecord: content }).flags).toEqual(['partlyParsed'])
    const items = Array.from({ length: 300 }, () => ({
      type: 'ChatRecordImage',
      content: '{"sdkfileid":"f"}',
    }))
    expect(parse({ msgtype: 'chatrecord', chatrecord: { title: 't', item: items } }).attachments.length).toBe(
      200,
    )
  })
})

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
    ['nobody named', { from: '', tolist: [] }, 'unknown', ''],
  ])('%s', (_, given, direction, conversationKey) => {
    expect(parse(text, given)).toMatchObject({ direction, conversationKey })
  })

  test('a message belongs to its author’s account, or to the employees who got it', () => {
    const routes = (given: object) =>
      messageDelivery(corpId, { seq: 1, text: JSON.stringify(sent(text, given)), since: 0 }).routes
    expect(routes({ from: 'LiWei', tolist: ['ZhangSan', customer] })).toEqual(['LiWei', 'ZhangSan'])
    expect(routes({ from: customer, tolist: ['LiWei'] })).toEqual(['LiWei'])
    expect(routes({ from: `wb${'1'.repeat(30)}`, tolist: ['LiWei'] })).toEqual(['LiWei'])
    expect(routes({ from: customer, tolist: [customer] })).toEqual([])
  })

  test('a robot is one of the corporation, by the name that the archive knows', () => {
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

  test('its key is the corporation’s, whoever’s account has it', () => {
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
  test('a recall deletes for everyone; one that names nothing is kept as it is', () => {
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
    expect(parse({ action: 'recall', msgtype: 'revoke' }).contentType).toBe('unsupported')
  })

  test('agreement and refusal are lines of the thread', () => {
    const disagree = { userid: customer, disagree_time: 1778745600000 }
    expect(parse({ msgtype: 'disagree', disagree }, { from: customer, tolist: ['LiWei'] })).toMatchObject({
      contentType: 'system',
      structured: { consent: 'refused', person: customer },
      sentAt: new Date(1778745600000),
    })
  })

  test('a switch to another corporation says nothing', () => {
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

test('the address of a file names it again, and no other address does', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (fileId) => {
      const file = { corpId, fileId: fileId.toWellFormed(), md5: '50de8e5ae8ffe4f1df7a93841f71993a' }
      expect(fileAt(addressOfMedium(file))).toEqual(file)
    }),
  )
  for (const address of ['https://x/y', 'archived:', 'archived:a', 'archived:a/b?x=1', 'archived:%/b'])
    expect(fileAt(address)).toBeUndefined()
})
