import { describe, expect, test } from 'vitest'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { linkedAccount as account, parseEvent } from '#testing/whatsapp-native.ts'

const group = '120363043211234567@g.us'
const bob = '15552223333@s.whatsapp.net'
const eve = '15559998888@s.whatsapp.net'
const direct = `${account.id}:p:15552223333`
const inGroup = `${account.id}:g:${group}`

const read = (message: unknown, context?: object) => parseEvent('messages.upsert', arrived(message), context)
const protocol = (type: number, key: object, more: object = {}) => ({
  protocolMessage: { type, key, ...more },
})
const edit = (key: object, text = 'edited') => protocol(14, key, { editedMessage: { conversation: text } })
const fromGroup = (participant: string, message: object) =>
  webMessage({ from: group, key: { participant }, message, id: 'C1' })

describe('an edit', () => {
  test('is of the author’s own message', () => {
    expect(read(webMessage({ message: edit({ id: 'A1', fromMe: true }), id: 'C1' }))).toMatchObject([
      {
        kind: 'edit',
        targetKey: `${direct}:p:15552223333:A1`,
        body: 'edited',
        actor: { value: '+15552223333' },
      },
    ])
    expect(read(webMessage({ message: edit({ id: 'A1', fromMe: true }), isMine: true }))).toMatchObject([
      { targetKey: `${direct}:self:A1`, actor: { kind: 'self' } },
    ])
  })

  test('in a wrapper, or of a caption, is an edit too', () => {
    const caption = protocol(14, { id: 'A1' }, { editedMessage: { imageMessage: { caption: 'new' } } })
    expect(read(webMessage({ message: { editedMessage: { message: caption } } }))).toMatchObject([
      { kind: 'edit', body: 'new' },
    ])
  })

  test('of someone else’s message changes nothing, and is shown', () => {
    expect(read(fromGroup(eve, edit({ id: 'A1', fromMe: false, participant: bob }, 'forged')))).toMatchObject(
      [
        {
          kind: 'message',
          messageKey: `${inGroup}:p:15559998888:C1`,
          flags: ['foreignChange'],
          body: 'forged',
          structured: { attempted: 'edit', of: 'A1' },
        },
      ],
    )
    expect(read(webMessage({ message: edit({ id: 'A1', fromMe: false }) }))).toMatchObject([
      { flags: ['foreignChange'] },
    ])
  })

  test('with a false author has a target that no message has', () => {
    const [lie] = read(fromGroup(eve, edit({ id: 'A1', fromMe: true })))
    expect(lie).toMatchObject({ kind: 'edit', targetKey: `${inGroup}:p:15559998888:A1` })
    const [original] = read(webMessage({ from: group, key: { participant: bob }, id: 'A1' }))
    expect(original).toMatchObject({ messageKey: `${inGroup}:p:15552223333:A1` })
  })

  test('is not reported again by the library’s own update', () => {
    const update = {
      message: { editedMessage: { message: { conversation: 'edited' } } },
      messageTimestamp: 1,
    }
    expect(
      parseEvent('messages.update', [{ key: { remoteJid: bob, fromMe: false, id: 'A1' }, update }]),
    ).toEqual([])
  })
})

describe('a deletion', () => {
  test('is of the author’s own message', () => {
    expect(read(webMessage({ message: protocol(0, { id: 'A1', fromMe: true }) }))).toMatchObject([
      { kind: 'delete', targetKey: `${direct}:p:15552223333:A1`, scope: 'everyone' },
    ])
  })

  test('of someone else’s message counts only from an admin of the group', () => {
    const message = fromGroup(eve, protocol(0, { id: 'A1', fromMe: false, participant: bob }))
    const by = (admins: string[]) => read(message, { groups: { [group]: { admins } } })
    expect(by([eve])).toMatchObject([
      {
        kind: 'delete',
        targetKey: `${inGroup}:p:15552223333:A1`,
        scope: 'admin',
        actor: { value: '+15559998888' },
      },
    ])
    for (const admins of [[], [bob]]) {
      expect(by(admins)).toMatchObject([
        { kind: 'message', flags: ['foreignChange'], structured: { attempted: 'delete' } },
      ])
    }
    expect(read(message)).toMatchObject([{ flags: ['foreignChange'] }])
  })

  test('of the other person’s message in a direct chat never counts', () => {
    expect(read(webMessage({ message: protocol(0, { id: 'A1', fromMe: false }) }))).toMatchObject([
      { flags: ['foreignChange'] },
    ])
  })

  test('for the owner alone has that scope, and of a whole chat is a line of it', () => {
    const keys = [{ remoteJid: bob, fromMe: false, id: 'A1' }]
    expect(parseEvent('messages.delete', { keys })).toMatchObject([
      {
        kind: 'delete',
        scope: 'owner-local',
        targetKey: `${direct}:p:15552223333:A1`,
        actor: { kind: 'self' },
      },
    ])
    expect(parseEvent('chats.delete', [bob])).toMatchObject([
      { kind: 'message', contentType: 'system', structured: { removedChat: true } },
    ])
    expect(parseEvent('messages.delete', { jid: bob, all: true })).toMatchObject([
      { kind: 'message', contentType: 'system', structured: { cleared: true } },
    ])
  })
})

describe('a reaction', () => {
  const reacted = (text: string, key: object, by: object = {}) =>
    webMessage({ message: { reactionMessage: { key, text, senderTimestampMs: 1_778_745_720_000 } }, ...by })

  test('is on a message of the owner, of the other person, or of someone in a group', () => {
    expect(read(reacted('👍', { id: 'A1', fromMe: true }))).toMatchObject([
      { targetKey: `${direct}:self:A1`, action: 'add', value: '👍' },
    ])
    expect(read(reacted('👍', { id: 'A1', fromMe: false }, { isMine: true }))).toMatchObject([
      { targetKey: `${direct}:p:15552223333:A1`, actor: { kind: 'self' } },
    ])
    const key = { id: 'A1', fromMe: false, participant: bob }
    expect(read(reacted('👍', key, { from: group, key: { participant: eve } }))).toMatchObject([
      { targetKey: `${inGroup}:p:15552223333:A1`, actor: { value: '+15559998888' } },
    ])
  })

  test('of the owner is sure to be of a message, but does not say when that was sent', () => {
    const own = read(reacted('👍', { id: 'A1', fromMe: false }, { isMine: true }))
    expect(own).not.toMatchObject([{ unconfirmed: expect.anything() }])
    expect(own).not.toMatchObject([{ about: { sentAt: expect.anything() } }])
  })

  test('is removed by an empty one', () => {
    expect(read(reacted('', { id: 'A1', fromMe: true }))).toMatchObject([{ action: 'remove', value: '' }])
  })

  test('that is reported twice is one', () => {
    const message = reacted('👍', { id: 'A1', fromMe: true })
    const { reactionMessage } = message.message as { reactionMessage: { key: object } }
    const data = [{ key: reactionMessage.key, reaction: { ...reactionMessage, key: message.key } }]
    expect(parseEvent('messages.reaction', data)).toEqual(read(message))
  })
})

describe('a state', () => {
  const update = (status: number, fromMe = true) =>
    parseEvent('messages.update', [
      { key: { remoteJid: bob, fromMe, id: 'A1' }, update: { status, messageTimestamp: 1_778_745_600 } },
    ])

  test.each([
    [0, 'failed'],
    [2, 'sent'],
    [3, 'delivered'],
    [4, 'read'],
    [5, 'played'],
  ])('of a message of the owner: %s is %s', (status, state) => {
    expect(update(status)).toMatchObject([
      { kind: 'status', state, targetKey: `${direct}:self:A1`, eventKey: `s|${direct}:self:A1|*|${state}` },
    ])
  })

  test('without information is ignored', () => {
    expect(update(1)).toEqual([])
    expect(update(9)).toEqual([])
    expect(update(3, false)).toEqual([])
  })

  test('of a message that the owner read is the owner’s', () => {
    expect(update(4, false)).toMatchObject([
      { state: 'read', recipient: { kind: 'self' }, targetKey: `${direct}:p:15552223333:A1` },
    ])
  })

  test('of a group message is one for each person', () => {
    const key = { remoteJid: group, fromMe: true, id: 'A1' }
    const receipts = [
      { key, receipt: { userJid: bob, receiptTimestamp: 1_778_745_600 } },
      { key, receipt: { userJid: eve, readTimestamp: 1_778_745_601, playedTimestamp: 1_778_745_602 } },
    ]
    expect(parseEvent('message-receipt.update', receipts)).toMatchObject([
      { state: 'delivered', recipient: { value: '+15552223333' } },
      { state: 'read', recipient: { value: '+15559998888' } },
      { state: 'played', recipient: { value: '+15559998888' } },
    ])
  })

  test('of a message in the history comes with the message', () => {
    const message = webMessage({ isMine: true, fields: { status: 4 } })
    expect(parseEvent('messaging-history.set', { messages: [message] })).toMatchObject([
      { kind: 'message' },
      { kind: 'status', state: 'read' },
    ])
  })
})

describe('a line of the thread', () => {
  const stub = (kind: number, parameters: string[] = [], fields: object = {}) =>
    read(
      webMessage({
        from: group,
        key: { participant: eve },
        id: 'C1',
        fields: { message: null, messageStubType: kind, messageStubParameters: parameters, ...fields },
      }),
    )

  test.each([
    [27, 'joined'],
    [31, 'joined'],
    [28, 'left'],
    [32, 'left'],
  ])('reports who came and went: %s is %s', (kind, action) => {
    const parameters = [JSON.stringify({ id: '98765432109876@lid', phoneNumber: bob }), eve]
    expect(stub(kind, parameters)).toMatchObject([
      {
        kind: 'membership',
        action,
        who: { value: '+15552223333' },
        actor: { value: '+15559998888' },
        conversationKey: `g:${group}`,
      },
      { kind: 'membership', action, who: { value: '+15559998888' } },
    ])
  })

  test('has a new title as its text', () => {
    expect(stub(21, ['Deal room'])).toMatchObject([
      {
        kind: 'message',
        contentType: 'system',
        body: 'Deal room',
        conversationTitle: 'Deal room',
        structured: { groupTitle: 'Deal room' },
      },
    ])
  })

  test('that is only about device keys is ignored, and an unknown one is kept', () => {
    expect(stub(73)).toEqual([])
    expect(stub(9_999, ['x'])).toMatchObject([{ contentType: 'system', structured: { notice: 9_999 } }])
  })

  test('reports that messages disappear from now on', () => {
    expect(
      read(webMessage({ message: { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } } })),
    ).toMatchObject([{ contentType: 'system', structured: { disappearingAfterSeconds: 86_400 } }])
  })

  test('takes the place of a message that could not be decrypted, under the key of the message itself', () => {
    const [line] = stub(2, ['No session record'])
    expect(line).toMatchObject({
      contentType: 'unsupported',
      flags: ['undecrypted'],
      messageKey: `${inGroup}:p:15559998888:C1`,
    })
    const content = { message: { conversation: 'at last' }, messageTimestamp: 1_778_745_600 }
    const key = { remoteJid: group, participant: eve, fromMe: false, id: 'C1' }
    expect(parseEvent('messages.update', [{ key, update: content }])).toMatchObject([
      { kind: 'message', body: 'at last', messageKey: `${inGroup}:p:15559998888:C1` },
    ])
  })

  test('takes the place of what a linked device does not get, and of what was deleted before it was linked', () => {
    expect(read(webMessage({ key: { isViewOnce: true }, fields: { message: null } }))).toMatchObject([
      { flags: ['viewOnce'] },
    ])
    expect(stub(1)).toMatchObject([
      { structured: { deletedBefore: true } },
      { kind: 'delete', scope: 'everyone' },
    ])
  })

  test('takes the place of a call, once', () => {
    const call = { id: 'K1', chatId: bob, from: bob, date: 1_778_745_600_000, isVideo: true, status: 'offer' }
    const events = parseEvent('call', [call, { ...call, status: 'terminate' }])
    expect(events).toMatchObject([
      { contentType: 'system', structured: { call: 'video' }, author: { value: '+15552223333' } },
      {},
    ])
    expect(events[0]).toEqual(events[1])
  })
})
