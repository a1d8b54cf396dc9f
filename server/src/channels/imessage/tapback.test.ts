import { describe, expect, test } from 'vitest'
import { FakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { imessageAccount as account, parseEvent as parse } from '#testing/imessage.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const self = { kind: 'self', value: 'self' }
const ana = { kind: 'phone', value: from }
const dealRoom = groupChat('chat831530236413561212', 'Deal room', [from, 'Carol@client.example'])

describe('a tapback', () => {
  const target = 'T-1'
  const tapback = (type: string, text = 'Loved “yes”', on = `p:0/${target}`) =>
    agent.newMessage({ from, text, fields: { associatedMessageGuid: on, associatedMessageType: type } })

  test.each([
    ['love', 'add', '❤️'],
    ['-love', 'remove', '❤️'],
    ['like', 'add', '👍'],
    ['dislike', 'add', '👎'],
    ['laugh', 'add', '😂'],
    ['emphasize', 'add', '‼️'],
    ['-question', 'remove', '❓'],
    ['2001', 'add', '👍'],
    ['3001', 'remove', '👍'],
    ['sticker', 'add', 'sticker'],
    ['2007', 'add', 'sticker'],
    ['3007', 'remove', 'sticker'],
    ['2006', 'add', 'unknown-emoji'],
    ['2999', 'add', 'unknown-emoji'],
  ])('of type %s is a reaction: %s %s', (type, action, value) => {
    const event = tapback(type)
    const { guid, dateCreated } = event.data as { guid: string; dateCreated: number }
    expect(parse(event)).toEqual([
      {
        kind: 'reaction',
        channel: 'imessage',
        eventKey: `r|${account.id}:${target}|${from}|${action}|${value}|${guid}`,
        targetKey: `${account.id}:${target}`,
        about: { conversationKey: `d:${from}`, conversationType: 'direct' },
        at: new Date(dateCreated),
        actor: ana,
        unconfirmed: true,
        action,
        value,
      },
    ])
  })

  test('with any emoji has the emoji of its own text, not of the message it reacts to', () => {
    expect(parse(tapback('2006', 'Reacted 👩‍🚀 to “we fly 🚀”'))).toMatchObject([{ value: '👩‍🚀' }])
    expect(parse(tapback('3006', 'Removed 🚀 from an image'))).toMatchObject([
      { action: 'remove', value: '🚀' },
    ])
    expect(parse(tapback('2006', '“we fly 🚀”'))).toMatchObject([{ value: 'unknown-emoji' }])
  })

  test.each([
    ['p:0/T-1', undefined],
    ['p:2/T-1', 3],
    ['bp:T-1', undefined],
    ['T-1', undefined],
  ])('finds its message and the part of it in %s', (on, part) => {
    const [event] = parse(tapback('love', '', on))
    expect(event).toMatchObject({ targetKey: `${account.id}:T-1` })
    expect(event && 'part' in event ? event.part : undefined).toBe(part)
  })

  test('of the owner is of the owner, and an update of it is the same event', () => {
    const event = agent.newMessage({
      chat: dealRoom,
      fields: { associatedMessageGuid: 'bp:T-1', associatedMessageType: 'like' },
    })
    const about = { conversationKey: 'g:chat831530236413561212', conversationType: 'group' }
    // It does not say when that message was sent, which may have been before the account was connected.
    expect(parse(event)).toMatchObject([{ kind: 'reaction', actor: self, about }])
    expect(parse(event)).not.toMatchObject([{ unconfirmed: true }])
    expect(parse(event)).not.toMatchObject([{ about: { sentAt: expect.anything() } }])
    // An update does not name its chat.
    const [parsed] = parse(agent.updated(event, { dateDelivered: 1778745603000 }))
    expect([{ about: expect.objectContaining(about), ...parsed }]).toEqual(parse(event))
  })

  test('with a sticker is a message with its picture, which answers the one it is on', () => {
    const attachments = [agent.keepAttachment(Buffer.alloc(1), 'image/heic')]
    for (const associatedMessageType of ['sticker', '2007']) {
      const fields = { associatedMessageGuid: 'p:0/T-1', associatedMessageType }
      expect(parse(agent.newMessage({ from, text: '\ufffc', attachments, fields }))).toMatchObject([
        { kind: 'message', contentType: 'sticker', replyToKey: `${account.id}:T-1`, attachments: [{}] },
      ])
    }
  })

  test('of an unknown type stays a message', () => {
    expect(parse(tapback('2', 'score'))).toMatchObject([{ kind: 'message', body: 'score' }])
  })
})
