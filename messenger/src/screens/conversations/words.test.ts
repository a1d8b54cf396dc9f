import type { MessengerConversation } from '@verbatim/contract/messenger.ts'
import { describe, expect, test } from 'vitest'
import { lastWords, mediumOf, nameOf, whenText } from './words.ts'

const person = (name: string) => ({ name, address: '+15550100000' })
const conversation = (given: Partial<MessengerConversation> = {}) =>
  ({
    channel: 'sms',
    type: 'direct',
    others: [person('Ann Ash')],
    otherCount: 1,
    ...given,
  }) as MessengerConversation
const last = (given: Partial<MessengerConversation['lastMessage']>) =>
  ({
    from: 'Ann Ash',
    isMine: false,
    direction: 'inbound',
    contentType: 'text',
    attachmentCount: 0,
    isDeleted: false,
    ...given,
  }) as NonNullable<MessengerConversation['lastMessage']>

describe('a conversation', () => {
  test('is named by its title, or by the first two other people and the number of the rest', () => {
    expect(nameOf(conversation({ title: 'Harbour project' }))).toBe('Harbour project')
    expect(nameOf(conversation())).toBe('Ann Ash')
    const many = conversation({ others: ['A', 'B', 'C'].map(person), otherCount: 9 })
    expect(nameOf(many)).toBe('A, B and 7 more')
    expect(nameOf(conversation({ others: [], otherCount: 0 }))).toBe('Only you')
    expect(mediumOf(many)).toBe('SMS/MMS · 9 others')
  })

  test('ends with its newest message in one line, with its author if that is not obvious', () => {
    const words = (given: Parameters<typeof last>[0], more: Partial<MessengerConversation> = {}) =>
      lastWords(conversation({ ...more, lastMessage: last(given) }))
    expect(words({ text: 'Hello' })).toBe('Hello')
    expect(words({ text: 'Hello', direction: 'outbound', isMine: true })).toBe('You: Hello')
    expect(words({ text: 'Hello', direction: 'outbound', from: 'Rita' })).toBe('Rita: Hello')
    expect(words({ text: 'Hello' }, { type: 'group' })).toBe('Ann Ash: Hello')
    expect(words({ isDeleted: true })).toBe('Message deleted')
    expect(words({ attachmentCount: 2 })).toBe('2 attachments')
    expect(words({ contentType: 'voice' })).toBe('Voice message')
  })

  test('shows a time for today, the word for yesterday, and a date for older days', () => {
    const now = new Date(2026, 2, 14, 18, 0)
    expect(whenText(new Date(2026, 2, 14, 9, 30).toISOString(), now)).toBe('09:30')
    expect(whenText(new Date(2026, 2, 13, 23, 59).toISOString(), now)).toBe('Yesterday')
    expect(whenText(new Date(2026, 0, 2).toISOString(), now)).toBe('02 Jan')
    expect(whenText(new Date(2025, 0, 2).toISOString(), now)).toBe('02 Jan 2025')
  })
})
