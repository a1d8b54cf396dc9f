import { describe, expect, test } from 'vitest'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { linkedAccount as account, parseEvent } from '#testing/whatsapp-native.ts'

const group = '120363043211234567@g.us'
const bob = '15552223333@s.whatsapp.net'
const bobHidden = '98765432109876@lid'

const read = (message: unknown, context?: object) => parseEvent('messages.upsert', arrived(message), context)

describe('a chat', () => {
  test('of two has the other person as its key, with and without their number', () => {
    const direct = read(webMessage({ id: 'A1' }))
    expect(direct).toMatchObject([
      {
        messageKey: `${account.id}:p:15552223333:p:15552223333:A1`,
        conversationKey: 'p:15552223333',
        direction: 'inbound',
        authorName: 'Bob',
        participants: [{ role: 'author' }, { identity: { kind: 'self' }, role: 'recipient' }],
      },
    ])
    const hidden = read(webMessage({ from: bobHidden, id: 'A1', key: { remoteJidAlt: bob } }))
    expect(hidden).toMatchObject([
      {
        messageKey: `${account.id}:p:15552223333:p:15552223333:A1`,
        aliases: [`${account.id}:l:98765432109876:l:98765432109876:A1`],
      },
    ])
    const mapped = read(webMessage({ from: bobHidden, id: 'A1' }), {
      phones: { '98765432109876': '15552223333' },
    })
    expect(mapped).toEqual(hidden)
    expect(read(webMessage({ from: bobHidden, id: 'A1' }))).toMatchObject([
      { conversationKey: 'l:98765432109876', author: { kind: 'walid', value: bobHidden } },
    ])
  })

  test('with a message of the owner is not keyed by the owner’s second address', () => {
    const key = { remoteJidAlt: '15550001111@s.whatsapp.net' }
    expect(read(webMessage({ from: bobHidden, isMine: true, key }))).toMatchObject([
      { conversationKey: 'l:98765432109876', direction: 'outbound', author: { kind: 'self' } },
    ])
  })

  test('with a message of the owner does not get the owner’s privacy ID as another name of the client', () => {
    const sent = { from: bob, isMine: true, id: 'A1', key: { remoteJidAlt: '777@lid' } }
    const [alone] = read(webMessage(sent))
    expect(alone).toMatchObject({ conversationKey: 'p:15552223333' })
    expect(alone).not.toHaveProperty('conversationAliases')
    expect(read(webMessage(sent), { phones: { 777: '15550001111' } })[0]).not.toHaveProperty(
      'conversationAliases',
    )
    expect(read(webMessage(sent), { phones: { 777: '15552223333' } })).toMatchObject([
      { conversationKey: 'p:15552223333', conversationAliases: ['l:777'] },
    ])
  })

  test('with only the owner is a chat too', () => {
    expect(read(webMessage({ from: '15550001111:3@s.whatsapp.net', isMine: true, id: 'A1' }))).toMatchObject([
      { messageKey: `${account.id}:p:15550001111:self:A1`, conversationKey: 'p:15550001111' },
    ])
  })

  test('of a group has its title and its members as far as they are known', () => {
    const key = { participant: bobHidden, participantAlt: bob }
    const groups = { [group]: { subject: 'Deals', members: ['15554445555@s.whatsapp.net'] } }
    const names = { '15554445555@s.whatsapp.net': 'Carol' }
    expect(read(webMessage({ from: group, id: 'A1', key }), { groups, names })).toMatchObject([
      {
        messageKey: `${account.id}:g:${group}:p:15552223333:A1`,
        aliases: [`${account.id}:g:${group}:l:98765432109876:A1`],
        conversationType: 'group',
        conversationTitle: 'Deals',
        participants: [
          { role: 'author' },
          { displayName: 'Carol', role: 'member' },
          { identity: { kind: 'self' } },
        ],
      },
    ])
  })

  test('for a broadcast list is a chat with each recipient, and one list for its owner', () => {
    const from = '1234567890@broadcast'
    expect(read(webMessage({ from, key: { participant: bob } }))).toMatchObject([
      { conversationKey: 'p:15552223333' },
    ])
    expect(read(webMessage({ from, isMine: true }))).toMatchObject([{ conversationKey: `b:${from}` }])
  })

  test('for a status is none', () => {
    expect(read(webMessage({ from: 'status@broadcast', key: { participant: bob } }))).toEqual([])
    expect(read(webMessage({ from: '120363000000000001@newsletter' }))).toEqual([])
  })

  test('with a number in WhatsApp’s own notation has the number that people dial', () => {
    for (const [jid, number] of [
      ['5215512345678', '+525512345678'],
      ['551187654321', '+5511987654321'],
      ['5493512345678', '+5493512345678'],
    ]) {
      expect(read(webMessage({ from: `${jid}@s.whatsapp.net` }))).toMatchObject([
        { author: { kind: 'phone', value: number } },
      ])
    }
  })
})
