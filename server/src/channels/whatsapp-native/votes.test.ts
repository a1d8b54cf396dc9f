import { createHash } from 'node:crypto'
import { decryptPollVote } from 'baileys'
import { describe, expect, test } from 'vitest'
import type { StoredDelivery } from '#channels/connector.ts'
import type { CapturedVote } from '#kernel/captured-event.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import {
  asBytes,
  linkedAccount as account,
  parseEvent,
  pollContent,
  pollSecret,
  sealVote,
  storedEvent,
  voteContent,
} from '#testing/whatsapp-native.ts'
import { openVotes } from './votes.ts'

const bob = '15552223333@s.whatsapp.net'
const own = '15550001111@s.whatsapp.net'
const hidden = '98765432109876@lid'
const room = '120363000000000001@g.us'
const pollOf = (given: Parameters<typeof webMessage>[0]) =>
  webMessage({ id: 'P1', message: pollContent(), ...given })
const stored = (message: unknown) => storedEvent('messages.upsert', arrived(message))

const sealed = (asked: string, voted: string, options: readonly string[]) =>
  sealVote({ id: 'P1', asked, voted }, options)
const voteOf = (
  given: ReturnType<typeof sealVote>,
  key: object,
  message: Parameters<typeof webMessage>[0] = {},
) => webMessage({ id: 'V1', message: voteContent(given, { id: 'P1', ...key }), ...message })
const read = (message: unknown, context: object = {}) => {
  const [vote] = parseEvent('messages.upsert', arrived(message), context)
  return vote as CapturedVote
}
const openVote = (vote: CapturedVote, poll: StoredDelivery) => openVotes(poll, account)(vote)

test('a vote is sealed as the library itself opens it', () => {
  const { payload, iv } = sealed(own, bob, ['Later'])
  const opened = decryptPollVote(
    { encPayload: payload, encIv: iv },
    { pollCreatorJid: own, pollMsgId: 'P1', pollEncKey: pollSecret, voterJid: bob },
  )
  expect(opened.selectedOptions?.map((hash) => Buffer.from(hash).toString('hex'))).toEqual([
    createHash('sha256').update('Later').digest('hex'),
  ])
})

describe('a vote', () => {
  test('is a line that answers its poll, with what was chosen', () => {
    const vote = read(voteOf(sealed(own, bob, ['Now', 'Later']), { fromMe: true, remoteJid: bob }))
    expect(vote).toMatchObject({
      kind: 'vote',
      targetKey: `${account.id}:p:15552223333:self:P1`,
      about: { conversationKey: 'p:15552223333', direction: 'outbound' },
    })
    expect(openVote(vote, stored(pollOf({ isMine: true })))).toMatchObject({
      kind: 'message',
      messageKey: `${account.id}:p:15552223333:p:15552223333:V1`,
      replyToKey: vote.targetKey,
      author: { value: '+15552223333' },
      contentType: 'system',
      structured: { votedFor: ['Now', 'Later'] },
    })
  })

  test('by another person in a poll that is not theirs is no sign that the poll was ever there', () => {
    const voted = (asked: object, message: Parameters<typeof webMessage>[0] = {}) =>
      read(voteOf(sealed(own, bob, ['Now']), asked, message)).unconfirmed
    const carol = { fromMe: false, participant: '15554445555@s.whatsapp.net' }
    expect(voted({ fromMe: true })).toBe(true)
    expect(voted(carol, { from: room, key: { participant: bob } })).toBe(true)
    expect(voted({ fromMe: false, remoteJid: bob })).toBeUndefined()
    expect(voted(carol, { from: room, isMine: true })).toBeUndefined()
  })

  test('may be taken back, and may be for an option that the poll does not have', () => {
    const poll = stored(pollOf({ isMine: true }))
    const opened = (options: readonly string[]) =>
      openVote(read(voteOf(sealed(own, bob, options), { fromMe: true })), poll)?.structured
    expect(opened([])).toEqual({ vote: 'taken back' })
    expect(opened(['Never'])).toEqual({ votedFor: ['an option that is not known'] })
  })

  test('is opened by whichever addresses it was sealed with', () => {
    const key = { participant: hidden, participantAlt: bob }
    const poll = stored(pollOf({ from: room, key: { participant: '70000000000002@lid' } }))
    const asked = { fromMe: false, participant: '70000000000002@lid' }
    for (const voted of [hidden, bob]) {
      const vote = read(voteOf(sealed('70000000000002@lid', voted, ['Now']), asked, { from: room, key }))
      expect(openVote(vote, poll)).toMatchObject({ structured: { votedFor: ['Now'] } })
    }
    const mine = voteOf(sealed('70000000000002@lid', '70000000000001@lid', ['Now']), asked, {
      from: room,
      isMine: true,
    })
    const known = { me: ['15550001111:7@s.whatsapp.net', '70000000000001:7@lid'] }
    expect(openVote(read(mine, known), poll)).toMatchObject({ structured: { votedFor: ['Now'] } })
    expect(openVote(read(mine), poll)).toBeUndefined()
  })

  test('of someone else, of another poll, or changed by a bit stays sealed', () => {
    const given = sealed(own, bob, ['Now'])
    const vote = read(voteOf(given, { fromMe: true }))
    const poll = stored(pollOf({ isMine: true }))
    expect(openVote(vote, stored(pollOf({ isMine: true, id: 'P2' })))).toBeUndefined()
    expect(openVote(vote, stored(webMessage({ id: 'P1', isMine: true })))).toBeUndefined()
    const payload = Buffer.from(given.payload)
    payload[0] = (payload[0] ?? 0) ^ 1
    const broken = { ...given, payload }
    expect(openVote(read(voteOf(broken, { fromMe: true })), poll)).toBeUndefined()
    const eve = voteOf(given, { fromMe: true }, { from: '15559998888@s.whatsapp.net' })
    expect(openVote(read(eve), poll)).toBeUndefined()
  })
})

test('the history has votes beside their polls, opened', () => {
  const vote = { selectedOptions: [asBytes(createHash('sha256').update('Later').digest())] }
  const key = { remoteJid: bob, fromMe: false, id: 'V1' }
  const poll = pollOf({
    isMine: true,
    fields: { pollUpdates: [{ pollUpdateMessageKey: key, vote, senderTimestampMs: 1_778_745_700_000 }] },
  })
  expect(parseEvent('messaging-history.set', { messages: [poll] })).toMatchObject([
    { contentType: 'poll', body: 'When?' },
    {
      messageKey: `${account.id}:p:15552223333:p:15552223333:V1`,
      replyToKey: `${account.id}:p:15552223333:self:P1`,
      sentAt: new Date(1_778_745_700_000),
      structured: { votedFor: ['Later'] },
    },
  ])
})
