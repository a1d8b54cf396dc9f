import { expect, test } from 'vitest'
import { phoneSeenIn } from './phone.ts'

const upsert = (id: unknown, over: object = {}, seconds: unknown = 1_778_745_600) => ({
  messages: [{ key: { fromMe: true, id, ...over }, messageTimestamp: seconds }],
})
const seenAt = new Date(1_778_745_600_000)
const ofIphone = `3A${'B'.repeat(18)}`
const ofAndroid = 'AC'.repeat(16)

test('a message that the owner writes on the phone shows that the phone is online', () => {
  expect(phoneSeenIn('messages.upsert', upsert(ofIphone))).toEqual(seenAt)
  expect(phoneSeenIn('messages.upsert', upsert(ofAndroid, {}, { low: 1_778_745_600, high: 0 }))).toEqual(
    seenAt,
  )
  const both = { messages: [...upsert(ofAndroid).messages, ...upsert(ofAndroid, {}, 1_700_000_000).messages] }
  expect(phoneSeenIn('messages.upsert', both)).toEqual(seenAt)
})

test('messages of others, or of the owner on a computer, do not', () => {
  expect(phoneSeenIn('messages.upsert', upsert(ofIphone, { fromMe: false }))).toBeUndefined()
  expect(phoneSeenIn('messages.upsert', upsert(`3EB0${'A'.repeat(18)}`))).toBeUndefined()
  expect(phoneSeenIn('messages.update', upsert(ofIphone))).toBeUndefined()
  for (const odd of [
    undefined,
    null,
    7,
    { messages: 'x' },
    { messages: [null, { key: 1 }] },
    upsert({}),
    upsert(ofIphone, {}, 'x'),
  ])
    expect(phoneSeenIn('messages.upsert', odd)).toBeUndefined()
})
