import type { AccountId, ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { type Copy, familiesOf, mergedBy, mirrorKeyOf } from './mirrors.ts'

const copy = (id: number, over: Partial<Copy> = {}): Copy => ({
  id: String(id).padStart(4, '0') as MessageId,
  accountId: `account ${id}` as AccountId,
  mirrorKey: 'key',
  direction: 'inbound',
  mirrorOf: null,
  conversationId: `conversation of ${over.accountId ?? `account ${id}`}` as ConversationId,
  groupIds: [],
  isCovered: null,
  ...over,
})
const accounts = ['a', 'b', 'c'] as AccountId[]

test('each message counts once, by its author’s own copy if there is one, and no family has two copies of an account', () => {
  const captured = fc.array(
    fc.record({
      accountId: fc.constantFrom(...accounts),
      mirrorKey: fc.constantFrom('one', 'two'),
      isOwn: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(captured, (all) => {
      const copies = all.map(({ accountId, mirrorKey, isOwn }, id) =>
        copy(id, { accountId, mirrorKey, direction: isOwn ? 'outbound' : 'inbound' }),
      )
      const families = familiesOf(copies)
      for (const { first, mirrors } of families) {
        const members = [first, ...mirrors]
        expect(new Set(members.map(({ accountId }) => accountId)).size).toBe(members.length)
        if (members.some(({ direction }) => direction === 'outbound'))
          expect(first.direction).toBe('outbound')
        else expect(first.id).toBe(members.map(({ id }) => id).toSorted()[0])
      }
      // As many messages as the account with most copies has.
      for (const key of ['one', 'two']) {
        const ofKey = copies.filter(({ mirrorKey }) => mirrorKey === key)
        const hidden = families
          .filter(({ first }) => first.mirrorKey === key)
          .reduce((sum, { mirrors }) => sum + mirrors.length, 0)
        const most = Math.max(
          0,
          ...accounts.map((one) => ofKey.filter(({ accountId }) => accountId === one).length),
        )
        expect(ofKey.length - hidden).toBe(most)
      }
    }),
    { numRuns: roundsOf(300) },
  )
})

test('a copy that was in the place of the first one never becomes the first again, whatever arrives later', () => {
  const directions = fc.shuffledSubarray(['inbound', 'inbound', 'outbound', 'inbound'] as const, {
    minLength: 2,
  })
  fc.assert(
    fc.property(directions, (order) => {
      const mirrors = new Set<string>()
      const copies: Copy[] = []
      for (const [id, direction] of order.entries()) {
        copies.push(copy(id, { direction }))
        for (const family of familiesOf(copies)) {
          expect(mirrors).not.toContain(family.first.id)
          for (const mirror of family.mirrors) mirrors.add(mirror.id)
        }
      }
      expect(mirrors.size).toBe(copies.length - 1)
    }),
    { numRuns: roundsOf(100) },
  )
})

test('conversations with copies of one message become the earliest of them', () => {
  const inConversation = (id: number, name: string) => copy(id, { conversationId: name as ConversationId })
  const families = [
    { first: inConversation(1, 'c'), mirrors: [inConversation(2, 'b')] },
    { first: inConversation(3, 'b'), mirrors: [inConversation(4, 'a')] },
    { first: inConversation(5, 'd'), mirrors: [inConversation(6, 'd')] },
  ]
  for (const order of [families, families.toReversed()])
    expect(Object.fromEntries(mergedBy(order))).toEqual({ b: 'a', c: 'a' })
})

test('a message that says something else under the same name is another one', () => {
  const message = {
    channel: 'sms',
    mirrorKey: 'chat:author:1',
    contentType: 'text',
    body: 'hello',
    attachments: [{ ordinal: 0, mimeDeclared: 'image/png', sizeDeclared: 9 }],
    structured: { poll: { options: ['yes', 'no'] }, mentions: ['Ann'], quotedText: 'before' },
  } as unknown as CapturedMessage
  const key = mirrorKeyOf(message)
  expect(mirrorKeyOf({ ...message })).toBe(key)
  // What only a list names is no part of it, nor is what depends on the account.
  expect(mirrorKeyOf({ ...message, others: [{ kind: 'content', text: 'a quote' }] })).toBe(key)
  expect(
    mirrorKeyOf({ ...message, attachments: [...message.attachments, { ordinal: 1, isBeside: true }] }),
  ).toBe(key)
  expect(
    mirrorKeyOf({ ...message, structured: { poll: { options: ['yes', 'no'] }, mentions: ['A. Lee'] } }),
  ).toBe(key)
  const others: Partial<CapturedMessage>[] = [
    { structured: { poll: { options: ['yes', 'never'] } } },
    { structured: { location: { latitude: 1, longitude: 2 } } },
    { mirrorKey: 'chat:author:2' },
    { body: 'Hello' },
    { body: null },
    { subject: 'hello' },
    { contentType: 'image' },
    { attachments: [] },
    { attachments: [{ ordinal: 0, mimeDeclared: 'image/png', sizeDeclared: 10 }] },
    { channel: 'whatsapp' },
  ]
  for (const over of others) expect(mirrorKeyOf({ ...message, ...over } as CapturedMessage)).not.toBe(key)
  const { mirrorKey: _, ...unnamed } = message
  expect(mirrorKeyOf(unnamed)).toBeUndefined()
})
