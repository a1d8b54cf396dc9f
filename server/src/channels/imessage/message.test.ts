import { describe, expect, test } from 'vitest'
import { FakeBlueBubbles, type FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { directChat, groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { imessageAccount as account, parseEvent as parse } from '#testing/imessage.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const self = { kind: 'self', value: 'self' }
const ana = { kind: 'phone', value: from }
const carol = { kind: 'email', value: 'carol@client.example' }
const dealRoom = groupChat('chat831530236413561212', 'Deal room', [from, 'Carol@client.example'])

const keyOf = ({ data }: FakeEvent) => `${account.id}:${(data as { guid: string }).guid}`

describe('a message', () => {
  test('to the owner is inbound, with its author, its time and its text as it was sent', () => {
    const event = agent.newMessage({ from, text: ' sell at 10 ', fields: { dateCreated: 1778745600123 } })
    expect(parse(event)).toEqual([
      {
        kind: 'message',
        channel: 'imessage',
        messageKey: keyOf(event),
        mirrorKey: `${account.address.value}|${from}:${String(event.data['guid'])}`,
        conversationKey: `d:${from}`,
        conversationType: 'direct',
        direction: 'inbound',
        author: ana,
        participants: [
          { identity: ana, role: 'author' },
          { identity: self, role: 'recipient' },
        ],
        sentAt: new Date('2026-05-14T08:00:00.123Z'),
        body: ' sell at 10 ',
        format: 'plain',
        contentType: 'text',
        attachments: [],
      },
    ])
  })

  test('of the owner is outbound in the same conversation', () => {
    expect(parse(agent.newMessage({ chat: directChat(from) }))).toMatchObject([
      {
        direction: 'outbound',
        conversationKey: `d:${from}`,
        author: self,
        participants: [
          { identity: self, role: 'author' },
          { identity: ana, role: 'recipient' },
        ],
      },
    ])
  })

  test('is in one conversation, whatever service carried it and however the address is written', () => {
    const chats = [
      directChat('Carol@Client.example'),
      directChat('carol@client.example', 'SMS'),
      { guid: 'any;-;carol@client.example' },
    ]
    const keys = chats.flatMap((chat) => parse(agent.newMessage({ from: 'carol@client.example', chat })))
    for (const key of keys) expect(key).toMatchObject({ conversationKey: 'd:carol@client.example' })
  })

  test('in a group has the group, its title and all its people', () => {
    const group = {
      conversationKey: 'g:chat831530236413561212',
      conversationType: 'group',
      conversationTitle: 'Deal room',
    }
    expect(parse(agent.newMessage({ from, chat: dealRoom }))).toMatchObject([
      {
        ...group,
        direction: 'inbound',
        participants: [
          { identity: ana, role: 'author' },
          { identity: carol, role: 'member' },
          { identity: self, role: 'member' },
        ],
      },
    ])
    expect(parse(agent.newMessage({ chat: dealRoom }))).toMatchObject([
      { ...group, direction: 'outbound', author: self, participants: [{ role: 'author' }, {}, {}] },
    ])
    const [unnamed] = parse(agent.newMessage({ from, chat: { guid: 'any;+;0a1b2c3d' } }))
    expect(unnamed).toMatchObject({ conversationKey: 'g:0a1b2c3d', conversationType: 'group' })
    expect(unnamed).not.toHaveProperty('conversationTitle')
  })

  test('without a chat is in the conversation with its author', () => {
    const event = agent.newMessage({ from, fields: { chats: [] } })
    expect(parse(event)).toMatchObject([
      { kind: 'message', contentType: 'text', conversationKey: `d:${from}` },
    ])
  })

  test('has its attachments in order, each with an address of its own, and no body without a text', () => {
    const attachments = [
      { guid: 'at_0/1', mimeType: 'image/heic', transferName: 'IMG.heic', totalBytes: 12 },
      { guid: null, mimeType: null, totalBytes: null },
    ]
    const [message] = parse(agent.newMessage({ from, text: '\ufffc\ufffc', attachments }))
    expect(message).toMatchObject({ body: null, contentType: 'image' })
    expect(message).toHaveProperty('attachments', [
      {
        ordinal: 0,
        name: 'IMG.heic',
        mimeDeclared: 'image/heic',
        sizeDeclared: 12,
        url: 'attachment:at_0%2F1',
      },
      { ordinal: 1 },
    ])
    expect(message).not.toHaveProperty('structured')
  })

  test('has the film of a Live Photo after all attachments, where the agent says that there is one', () => {
    const attachments = [
      agent.keepLivePhoto(Buffer.alloc(1), Buffer.alloc(2)),
      agent.keepAttachment(Buffer.alloc(1), 'image/png'),
    ]
    const event = agent.newMessage({ from, text: '\ufffc\ufffc', attachments })
    const [guid, second] = attachments.map((one) => String(one['guid']))
    const urls = [`attachment:${guid}`, `attachment:${second}`]
    expect(parse(event)).toMatchObject([{ attachments: urls.map((url) => ({ url })) }])
    const film = {
      ordinal: 2,
      name: String(attachments[0]?.['transferName']).replace('.HEIC', '.mov'),
      mimeDeclared: 'video/quicktime',
      url: `attachment:${guid}/live`,
      isBeside: true,
    }
    expect(parse(agent.listed(event))).toMatchObject([
      { contentType: 'image', attachments: [...urls.map((url) => ({ url })), film] },
    ])
  })

  test('has no marks of attachments in its text, but remembers where they were', () => {
    const attachments = [agent.keepAttachment(Buffer.alloc(1), 'image/png')]
    expect(parse(agent.newMessage({ from, text: 'see \ufffc there', attachments }))).toMatchObject([
      { body: 'see  there', structured: { attachmentsAt: [4] } },
    ])
  })

  test.each([
    ['a contact card', { mimeType: 'text/vcard' }, 'contact'],
    ['a place', { mimeType: 'text/x-vlocation' }, 'location'],
    ['a voice note', { mimeType: 'audio/x-caf' }, 'voice'],
    ['a voice note whose type is missing', { uti: 'com.apple.coreaudio-format' }, 'voice'],
    ['a piece of music', { mimeType: 'audio/mpeg' }, 'audio'],
    ['a film', { mimeType: 'video/quicktime' }, 'video'],
    ['a file', { mimeType: 'application/pdf' }, 'file'],
  ])('may be %s', (_, attachment, contentType) => {
    const attachments = [{ guid: 'a', ...attachment }]
    expect(parse(agent.newMessage({ from, text: null, attachments }))).toMatchObject([{ contentType }])
  })

  test('may be a picture that is a sticker, which only lists say', () => {
    const attachments = [{ guid: 'a', mimeType: 'image/png', isSticker: true }]
    const event = agent.newMessage({ from, text: null, attachments })
    expect(parse(event)).toMatchObject([{ contentType: 'image' }])
    expect(parse(event)[0]).not.toHaveProperty('structured')
    expect(parse(agent.listed(event))).toMatchObject([
      { contentType: 'image', structured: { sticker: true } },
    ])
  })

  test.each([
    ['a link', { balloonBundleId: 'com.apple.messages.URLBalloonProvider' }, 'link'],
    [
      'the content of an app',
      { balloonBundleId: 'com.apple.messages.MSMessageExtensionBalloonPlugin:x' },
      'interactive',
    ],
  ])('may be %s, even if it has pictures', (_, fields, contentType) => {
    const attachments = [agent.keepAttachment(Buffer.alloc(1), 'image/png')]
    const event = agent.newMessage({ from, attachments, fields: { ...fields, payloadData: [{ a: 1 }] } })
    const structured = { app: fields.balloonBundleId }
    expect(parse(event)).toMatchObject([{ contentType, structured }])
    // Webhooks have no content of apps.
    expect(parse(agent.listed(event))).toMatchObject([
      { contentType, structured: { ...structured, payload: [{ a: 1 }] } },
    ])
  })

  test('can have a subject, an effect, another service, and an id of the program that sent it through the agent', () => {
    const fields = {
      subject: 'Today',
      expressiveSendStyleId: 'com.apple.messages.effect.CKConfettiEffect',
      tempGuid: 'temp-1',
      isForward: true,
      isAutoReply: true,
    }
    expect(parse(agent.listed(agent.newMessage({ chat: directChat(from, 'SMS'), fields })))).toMatchObject([
      {
        subject: 'Today',
        aliases: ['temp-1'],
        forwarded: true,
        flags: ['autoReply'],
        structured: { service: 'SMS', effect: 'com.apple.messages.effect.CKConfettiEffect' },
      },
    ])
  })

  test('can answer another one', () => {
    const first = agent.newMessage({ from })
    const fields = { threadOriginatorGuid: (first.data as { guid: string }).guid }
    expect(parse(agent.newMessage({ from, fields }))).toMatchObject([{ replyToKey: keyOf(first) }])
  })

  test('without an author is kept, without a sender', () => {
    const event = agent.newMessage({ fields: { isFromMe: false }, chat: directChat(from) })
    expect(parse(event)).toMatchObject([{ direction: 'unknown', author: { kind: 'unknown', value: '' } }])
  })

  test('without any field that we read is shown as unsupported, with all its fields', () => {
    const [message] = parse(agent.newMessage({ from, text: null, fields: { itemType: 6 } }))
    expect(message).toMatchObject({
      contentType: 'unsupported',
      body: null,
      structured: { fields: { itemType: 6 } },
    })
  })

  test('is marked if it was edited, unsent or refused before it reached us', () => {
    const dateEdited = Date.UTC(2026, 4, 14, 8, 2)
    const edited = agent.newMessage({ from, fields: { dateEdited } })
    expect(parse(edited)).toMatchObject([{ kind: 'message' }, { kind: 'edit', at: new Date(dateEdited) }])
    const unsent = agent.newMessage({ from, text: null, fields: { dateEdited, partCount: 0 } })
    expect(parse(unsent)).toMatchObject([{ kind: 'message', body: null }, { kind: 'delete' }])
    const refused = agent.newMessage({ fields: { error: 22 } })
    expect(parse(refused)).toMatchObject([{ kind: 'message' }, { kind: 'status', state: 'failed' }])
  })
})

test('a message of an older system, which lacks fields, is a message', () => {
  const { payloadData: _, messageSummaryInfo: __, partCount: ___, ...data } = agent.newMessage({ from }).data
  expect(parse({ type: 'new-message', data })).toMatchObject([{ kind: 'message', body: 'hello' }])
})
