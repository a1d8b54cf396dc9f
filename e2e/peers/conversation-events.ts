/** The events of one message in a room of Twilio's Conversations, as its webhook gets them. */
import { randomBytes } from 'node:crypto'

type Fields = Record<string, string>

export function fieldsOf(Author: string, now: () => Date) {
  const sid = (kind: string) => `${kind}${randomBytes(16).toString('hex')}`
  const message = { MessageSid: sid('IM'), Author, ConversationSid: sid('CH') }
  let changes = 0
  const event = (EventType: string, fields: Fields): Fields => ({
    EventType,
    ...message,
    ChatServiceSid: `IS${'0'.repeat(32)}`,
    Source: 'SDK',
    ...fields,
  })
  const time = () => new Date(now().getTime() + (changes += 1)).toISOString()
  return {
    added: (Body: string) => event('onMessageAdded', { Body, Index: '0', DateCreated: time() }),
    edited: (Body: string) => event('onMessageUpdated', { Body, Index: '0', DateUpdated: time() }),
    removed: () => event('onMessageRemoved', { Index: '0', DateRemoved: time() }),
  }
}
