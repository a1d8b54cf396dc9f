import type { MembershipLine } from '@verbatim/contract/conversations.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { expect, test } from 'vitest'
import { reactionGroups } from './message-words.ts'
import { threadLines } from './thread-lines.ts'

const message = (postedAt: string, address = 'ann', rest: object = {}) =>
  ({ id: postedAt, postedAt, author: { address }, direction: 'inbound', ...rest }) as unknown as ThreadMessage

const words = (...thread: Parameters<typeof threadLines>) =>
  threadLines(...thread).map((line) =>
    line.kind === 'message' ? (line.continues ? 'goes on' : 'message') : line.kind,
  )

test('a day line comes before the first message of every day, and a name once per series', () => {
  const messages = [
    message('2026-03-14T12:00:00Z'),
    message('2026-03-14T12:04:59Z'),
    message('2026-03-14T12:09:59Z'),
    message('2026-03-14T12:10:01Z', 'bob'),
    message('2026-03-16T12:10:02Z', 'bob'),
  ]
  expect(words(messages, [])).toEqual(['day', 'message', 'goes on', 'message', 'message', 'day', 'message'])
})

test('a mail with another subject does not continue a series', () => {
  const messages = [
    message('2026-03-14T12:00:00Z'),
    message('2026-03-14T12:00:01Z', 'ann', { subject: 'Re: x' }),
  ]
  expect(words(messages, [])).toEqual(['day', 'message', 'message'])
})

test('the channel is named where it changes, and a burst ends at a change', () => {
  const messages = [
    message('2026-03-14T12:00:00Z', 'ann', { channel: 'sms' }),
    message('2026-03-14T12:10:00Z', 'bob', { channel: 'sms' }),
    message('2026-03-14T12:10:01Z', 'bob', { channel: 'whatsapp' }),
    message('2026-03-14T12:10:02Z', 'bob', { channel: 'whatsapp' }),
  ]
  const marked = threadLines(messages, []).map((line) => line.kind === 'message' && line.isNewChannel)
  expect(marked).toEqual([false, true, false, true, false])
  expect(words(messages, [])).toEqual(['day', 'message', 'message', 'message', 'goes on'])
})

test('joins and leaves appear where they happened, and end a burst', () => {
  const joined: MembershipLine = { id: 'j', at: '2026-03-14T12:00:30Z', action: 'joined', who: 'Bob' }
  const messages = [message('2026-03-14T12:00:00Z'), message('2026-03-14T12:01:00Z')]
  expect(words(messages, [joined])).toEqual(['day', 'message', 'membership', 'message'])
})

test('equal reactions are counted together', () => {
  const at = '2026-03-14T12:00:00Z'
  const groups = reactionGroups([
    { value: '👍', by: 'Ann', at },
    { value: '❤️', by: 'Bob', at },
    { value: '👍', by: 'Cy', at, part: 2 },
  ])
  expect(groups).toEqual([
    { value: '👍', by: ['Ann', 'Cy (on part 2)'] },
    { value: '❤️', by: ['Bob'] },
  ])
})
