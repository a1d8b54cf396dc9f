/** What two accounts of an organization have of one message has one name. Source: docs/decisions/0171-copies-of-colleagues.md. */
import { AccountId } from '@verbatim/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import type { CapturedEvent, Identity } from '#kernel/captured-event.ts'
import { agentMessage, groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { imessageAccount, storedEvent } from '#testing/imessage.ts'
import { botAccount, parseUpdate, personAccount } from '#testing/telegram.ts'
import { linkedAccount, parseEvent } from '#testing/whatsapp-native.ts'
import type { ChannelAccount } from './connector.ts'
import { imessage } from './imessage/connector.ts'
import { signal } from './signal/connector.ts'

const phone = (value: string): Identity => ({ kind: 'phone', value })
/** Another account of the same channel. */
const another = (account: ChannelAccount, address: Identity): ChannelAccount => ({
  ...account,
  id: AccountId.parse('01890000-0000-7000-8000-000000000009'),
  address,
})

function nameOf([event]: readonly CapturedEvent[]): string | undefined {
  if (event?.kind !== 'message') throw new Error('No message')
  return event.mirrorKey
}

describe('native WhatsApp', () => {
  const sam = another(linkedAccount, phone('+15550002222'))
  const [anaJid, samJid, client] = ['15550001111', '15550002222', '15552223333'].map(
    (one) => `${one}@s.whatsapp.net`,
  )
  const group = '120363000000000001@g.us'
  const hidden = '98765432109876@lid'
  const read = (message: unknown, account = linkedAccount, context: object = {}) =>
    nameOf(parseEvent('messages.upsert', arrived(message), context, account))

  test('names a message of a group by its group, its author’s number and its id', () => {
    const heard = webMessage({ from: group, id: 'A', key: { participant: client } })
    const name = read(heard)
    expect(name).toBeDefined()
    expect(read(heard, sam)).toBe(name)
    expect(
      read(webMessage({ from: group, id: 'A', key: { participant: hidden, participantAlt: client } }), sam),
    ).toBe(name)
    const own = read(webMessage({ from: group, id: 'B', isMine: true }))
    expect(read(webMessage({ from: group, id: 'B', key: { participant: anaJid } }), sam)).toBe(own)
    expect(read(webMessage({ from: group, id: 'B', key: { participant: client } }), sam)).not.toBe(own)
    expect(
      read(webMessage({ from: '120363000000000002@g.us', id: 'A', key: { participant: client } })),
    ).not.toBe(name)
  })

  test('names a message between two accounts by both numbers', () => {
    const own = read(webMessage({ from: samJid!, id: 'C', isMine: true }))
    expect(own).toBeDefined()
    expect(read(webMessage({ from: anaJid!, id: 'C' }), sam)).toBe(own)
    expect(read(webMessage({ from: client!, id: 'C', isMine: true }))).not.toBe(own)
  })

  test('names a notice of a group by its author, its time and what it says, whatever its id', () => {
    const notice = (id: string, kind: number, parameters: string[], over: object = {}) => ({
      ...webMessage({ from: group, id, at: 1_778_745_600, key: { participant: client } }),
      message: null,
      messageStubType: kind,
      messageStubParameters: parameters,
      ...over,
    })
    const name = read(notice('A', 21, ['Deal room']))
    expect(name).toBeDefined()
    expect(read(notice('B', 21, ['Deal room']), sam)).toBe(name)
    for (const other of [
      notice('B', 21, ['Other room']),
      notice('B', 24, ['Deal room']),
      notice('B', 21, ['Deal room'], { messageTimestamp: 1_778_745_601 }),
      notice('B', 21, ['Deal room'], { key: { remoteJid: group, id: 'B', participant: anaJid } }),
    ])
      expect(read(other, sam)).not.toBe(name)
    // The owner of an account is named like any other.
    expect(read(notice('C', 29, [samJid!]))).toBe(read(notice('D', 29, [samJid!]), sam))
    expect(read(notice('E', 2, ['No session record']))).toBeUndefined()
    const direct = { key: { remoteJid: client, id: 'F', fromMe: false } }
    expect(read(notice('F', 38, [], direct))).toBeUndefined()
  })

  test('names a setting, and an attempt to change what others wrote, like a message', () => {
    const setting = { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } }
    const attempt = {
      protocolMessage: {
        type: 0,
        key: { remoteJid: group, id: 'Q', fromMe: false, participant: '15559998888@s.whatsapp.net' },
      },
    }
    for (const message of [setting, attempt]) {
      const heard = webMessage({ from: group, id: 'G', key: { participant: client }, message })
      expect(read(heard)).toBeDefined()
      expect(read(heard, sam)).toBe(read(heard))
    }
    // A sender chooses the ids: what says something else is another line.
    const names = [3_600, 86_400].map((ephemeralExpiration) =>
      read(
        webMessage({
          from: group,
          id: 'G',
          key: { participant: client },
          message: { protocolMessage: { type: 3, ephemeralExpiration } },
        }),
      ),
    )
    expect(new Set(names).size).toBe(2)
  })

  test('does not name a message of someone whose number is not known, nor one of a list of receivers', () => {
    expect(read(webMessage({ from: group, id: 'D', key: { participant: hidden } }))).toBeUndefined()
    expect(read(webMessage({ from: hidden, id: 'D' }))).toBeUndefined()
    expect(read(webMessage({ from: '1234@broadcast', id: 'D', isMine: true }))).toBeUndefined()
  })
})

describe('Signal', () => {
  const [ana, sam] = [
    { number: '+15550001111', uuid: '6f1c2d3e-0000-4000-8000-00000000a11c' },
    { number: '+15550002222', uuid: '6f1c2d3e-0000-4000-8000-00000000b22c' },
  ]
  const of = ({ number }: typeof ana): ChannelAccount => ({
    ...another(linkedAccount, phone(number)),
    channel: 'signal',
  })
  const read = (envelope: object, owner: typeof ana) => {
    const body = Buffer.from(JSON.stringify({ envelope }))
    const stored = { body, headers: {}, contentType: 'application/json', receivedAt: new Date(0) }
    return nameOf(signal.parse(stored, of(owner)) as CapturedEvent[])
  }
  const timestamp = 1_778_745_600_135
  const heard = (from: Partial<typeof ana>, more: object = {}) => ({
    sourceNumber: from.number ?? null,
    sourceUuid: from.uuid ?? null,
    timestamp,
    dataMessage: { timestamp, message: 'hello', ...more },
  })
  const sent = (by: typeof ana, more: object) => ({
    sourceNumber: by.number,
    sourceUuid: by.uuid,
    timestamp,
    syncMessage: { sentMessage: { timestamp, message: 'hello', ...more } },
  })
  const groupInfo = { groupId: 'a2V5IG9mIGEgZ3JvdXA=' }

  test('names a message of a group by its group, its author’s id and its time', () => {
    const own = read(sent(ana, { groupInfo }), ana)
    expect(own).toBeDefined()
    expect(read(heard(ana, { groupInfo }), sam)).toBe(own)
    // A number may be hidden.
    expect(read(heard({ uuid: ana.uuid.toUpperCase() }, { groupInfo }), sam)).toBe(own)
    expect(read(heard(sam, { groupInfo }), ana)).not.toBe(own)
    expect(read(heard(ana, { groupInfo: { groupId: 'b3RoZXI=' } }), sam)).not.toBe(own)
    expect(read(heard({ number: ana.number }, { groupInfo }), sam)).toBeUndefined()
  })

  test('names a new time for disappearing messages by that time, too', () => {
    const names = [60, 3_600].map((expiresInSeconds) =>
      read(heard(ana, { groupInfo, message: null, isExpirationUpdate: true, expiresInSeconds }), sam),
    )
    expect(names[0]).toBeDefined()
    expect(new Set(names).size).toBe(2)
  })

  test('names a vote by its options, and for each account alike', () => {
    const voted = (optionIndexes: number[], authorNumber: string | null) => ({
      groupInfo,
      message: null,
      pollVote: { authorNumber, authorUuid: ana.uuid, targetSentTimestamp: 7, optionIndexes, voteCount: 1 },
    })
    const name = read(heard(ana, voted([0], ana.number)), sam)
    expect(name).toBeDefined()
    // A number may be hidden.
    expect(read(heard(ana, voted([0], null)), sam)).toBe(name)
    expect(read(heard(ana, voted([1], ana.number)), sam)).not.toBe(name)
  })

  test('names an attempt to delete what others wrote', () => {
    const attempt = { groupInfo, message: null, adminDelete: { targetSentTimestamp: 7 } }
    const third = { number: '+15550003333', uuid: '6f1c2d3e-0000-4000-8000-00000000c33c' }
    expect(read(heard(ana, attempt), sam)).toBe(read(heard(ana, attempt), third))
    expect(read(heard(ana, attempt), sam)).toBeDefined()
    const other = { ...attempt, adminDelete: { targetSentTimestamp: 8 } }
    expect(read(heard(ana, other), sam)).not.toBe(read(heard(ana, attempt), sam))
  })

  test('names a message between two accounts by its author and the number that it was sent to', () => {
    const own = read(sent(ana, { destinationNumber: sam.number, destinationUuid: sam.uuid }), ana)
    expect(own).toBeDefined()
    expect(read(heard(ana), sam)).toBe(own)
    expect(read(sent(ana, { destinationUuid: sam.uuid }), ana)).toBeUndefined()
  })
})

describe('iMessage', () => {
  const sam = another(imessageAccount, phone('+14155550143'))
  const client = 'carol@client.example'
  const read = (said: Parameters<typeof agentMessage>[1], account = imessageAccount) =>
    nameOf(
      imessage.parse(
        storedEvent({ type: 'new-message', data: agentMessage(1, said) }),
        account,
      ) as CapturedEvent[],
    )

  test('names a message by its guid and the people of its chat, whatever each Mac calls a group', () => {
    const own = [sam.address.value, client]
    const theirs = [client, imessageAccount.address.value]
    const name = read({ from: client, chat: groupChat('chat1', 'Deal', own) })
    expect(name).toBeDefined()
    expect(read({ from: client, chat: groupChat('chat2', 'Deal', theirs) }, sam)).toBe(name)
    expect(read({ from: client, chat: groupChat('chat1', 'Deal', [client]) })).not.toBe(name)
    const fields = { guid: 'OTHER' }
    expect(read({ from: client, chat: groupChat('chat1', 'Deal', own), fields })).not.toBe(name)
  })
})

describe('Telegram', () => {
  const [ana, sam] = [7_001_001, 7_001_002]
  const samAccount = another(personAccount, { kind: 'telegram', value: String(sam) })
  const between = (from: number, chat: number, over: object = {}) => ({
    update_id: 1,
    business_message: {
      message_id: chat % 100,
      date: 1_778_745_660,
      from: { id: from, is_bot: false, first_name: 'A' },
      chat: { id: chat, type: 'private', first_name: 'B' },
      business_connection_id: 'c1',
      text: 'hello',
      ...over,
    },
  })
  const read = (update: object, account = personAccount) => nameOf(parseUpdate(update, account))

  test('names a message between two accounts by both, its author and its second', () => {
    const own = read(between(ana, sam))
    expect(own).toBeDefined()
    expect(read(between(ana, ana), samAccount)).toBe(own)
    expect(read(between(sam, sam))).not.toBe(own)
    expect(read(between(ana, sam, { date: 1_778_745_661 }))).not.toBe(own)
  })

  test('names a message of a supergroup alike for each bot in it, and of a basic group for none', () => {
    const inChat = (type: string) => ({
      update_id: 1,
      message: {
        message_id: 5,
        date: 1,
        from: { id: 5, is_bot: false, first_name: 'C' },
        chat: { id: -1_001, type, title: 'Deal' },
        text: 'hello',
      },
    })
    const otherBot = { ...another(botAccount, botAccount.address), settings: { botId: '98' } }
    const name = read(inChat('supergroup'), botAccount)
    expect(name).toBeDefined()
    expect(read(inChat('supergroup'), otherBot)).toBe(name)
    expect(read(inChat('group'), botAccount)).toBeUndefined()
  })

  test('names other rights of a member, and counted reactions, alike for each bot', () => {
    const chat = { id: -1_001, type: 'supergroup', title: 'Deal' }
    const user = { id: 5, is_bot: false, first_name: 'C' }
    const rights = (status: string, date = 1) => ({
      update_id: date,
      chat_member: {
        chat,
        date,
        from: user,
        old_chat_member: { user, status: 'member' },
        new_chat_member: { user, status },
      },
    })
    const counts = (count: number) => ({
      update_id: count,
      message_reaction_count: {
        chat,
        message_id: 5,
        date: 1,
        reactions: [{ type: { type: 'emoji', emoji: '👍' }, total_count: count }],
      },
    })
    const otherBot = { ...another(botAccount, botAccount.address), settings: { botId: '98' } }
    const pairs = [
      [rights('administrator'), { ...rights('administrator'), update_id: 9 }, rights('administrator', 2)],
      [counts(1), { ...counts(1), update_id: 9 }, counts(2)],
    ] as const
    for (const [one, same, other] of pairs) {
      expect(read(one, botAccount)).toBeDefined()
      expect(read(same, otherBot)).toBe(read(one, botAccount))
      expect(read(other, otherBot)).not.toBe(read(one, botAccount))
    }
  })
})
