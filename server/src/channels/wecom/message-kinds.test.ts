import { describe, expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { customer, parseArchived, parseSent, sent, wecomAccount } from '#testing/wecom.ts'
import { fileAt } from './media-address.ts'

const corpId = wecomAccount.address.value

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
      { contentType: 'link', body: 'a\nb', structured: { program: 'App', appId: 'xx@app' } },
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
    const message = parseSent({ msgtype, ...content })
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
  ])('unknown content keeps all its fields: %s', (msgtype, content) => {
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
    const message = parseSent({
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
    const odd = parseSent({
      msgtype: 'chatrecord',
      chatrecord: { title: 't', item: [{ type: 'ChatRecordNew', content: '{}' }] },
    })
    expect(odd).toMatchObject({ body: 't', flags: ['partlyParsed'], structured: { fields: {} } })
  })

  test('what messages within another one say beside their texts is kept of each of them', () => {
    const item = (type: string, content: object) => ({ type, content: JSON.stringify(content) })
    const place = item('location', { longitude: 1, latitude: 2, address: 'Road 1', title: 'Cafe' })
    const link = item('link', { title: 'two', link_url: 'https://x' })
    const whereOf = { longitude: 1, latitude: 2, address: 'Road 1', label: 'Cafe' }
    expect(parseSent({ msgtype: 'mixed', mixed: { item: [link, place] } }).structured).toEqual({
      link: 'https://x',
      parts: [whereOf],
    })
    const record = { title: 't', item: [link, item('ChatRecordMixed', { item: [place] })] }
    expect(parseSent({ msgtype: 'chatrecord', chatrecord: record }).structured).toEqual({
      parts: [{ link: 'https://x' }, whereOf],
    })
  })

  test('nested records are read to a depth, and so are their files', () => {
    let content: object = { title: 'deepest', item: [] }
    for (let n = 0; n < 40; n++) content = { title: 't', item: [{ type: 'chatrecord', content }] }
    expect(parseSent({ msgtype: 'chatrecord', chatrecord: content }).flags).toEqual(['partlyParsed'])
    const items = Array.from({ length: 300 }, () => ({
      type: 'ChatRecordImage',
      content: '{"sdkfileid":"f"}',
    }))
    expect(
      parseSent({ msgtype: 'chatrecord', chatrecord: { title: 't', item: items } }).attachments.length,
    ).toBe(200)
  })
})
