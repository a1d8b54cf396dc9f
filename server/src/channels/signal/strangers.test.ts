import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { signal } from './connector.ts'

const account: ChannelAccount = {
  id: 'acc1' as AccountId,
  tenantId: 't' as TenantId,
  channel: 'signal',
  address: { kind: 'phone', value: '+4915112345678' },
  ourDomains: [],
  settings: {},
  secrets: {},
}
const stranger = { sourceNumber: '+351912000111', sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
const owner = { sourceNumber: account.address.value, sourceUuid: '6f1c2d3e-0000-4000-8000-00000000a11c' }
const at = 1_778_745_600_000
const groupInfo = { groupId: 'Z3JvdXA=', groupName: 'Deal room' }

const eventsBy = (envelope: object, headers: Record<string, string> = {}, by: object = stranger) =>
  signal.parse(
    {
      body: Buffer.from(JSON.stringify({ envelope: { ...by, timestamp: at, ...envelope } })),
      headers,
      contentType: 'application/json',
      receivedAt: new Date(at),
    },
    account,
  ) as CapturedEvent[]
const data = (fields: object) => ({ dataMessage: { timestamp: at, ...fields } })

test('a receipt of another person is unconfirmed, and names so many messages at most', () => {
  const timestamps = Array.from({ length: 20_000 }, (_, index) => at - index)
  const events = eventsBy({ receiptMessage: { when: at, isRead: true, timestamps } })
  expect(events).toHaveLength(500)
  expect(events.every((event) => event.kind === 'status' && event.unconfirmed)).toBe(true)
  const own = eventsBy({ syncMessage: { readMessages: [{ ...stranger, timestamp: at }] } }, {}, owner)
  expect(own.map((event) => 'unconfirmed' in event)).toEqual([false])
})

test('so is a reaction to a message that is not theirs', () => {
  const on = (author: { sourceNumber: string; sourceUuid: string }) =>
    data({
      reaction: {
        emoji: '👍',
        targetAuthorNumber: author.sourceNumber,
        targetAuthorUuid: author.sourceUuid,
        targetSentTimestamp: at - 1,
      },
    })
  expect(eventsBy(on(owner))).toMatchObject([{ kind: 'reaction', unconfirmed: true }])
  expect(eventsBy(on(stranger)).map((event) => 'unconfirmed' in event)).toEqual([false])
  // It says when that message was sent.
  expect(eventsBy(on(stranger))).toMatchObject([{ about: { sentAt: new Date(at - 1) } }])
})

test('only an administrator of a group deletes what others wrote', () => {
  const adminDelete = {
    targetAuthorNumber: owner.sourceNumber,
    targetAuthorUuid: owner.sourceUuid,
    targetSentTimestamp: at - 1,
  }
  const [admin, member] = ['true', 'false'].map((said) => ({ 'x-by-group-admin': said }))
  const foreign = [{ kind: 'message', contentType: 'system', flags: ['foreignChange'], body: null }]
  expect(eventsBy(data({ adminDelete }))).toMatchObject(foreign)
  expect(eventsBy(data({ adminDelete }), admin)).toMatchObject(foreign)
  expect(eventsBy(data({ adminDelete, groupInfo }), member)).toMatchObject(foreign)
  expect(eventsBy(data({ adminDelete, groupInfo }), admin)).toMatchObject([
    { kind: 'delete', scope: 'admin' },
  ])
  // The daemon did not say who is one.
  expect(eventsBy(data({ adminDelete, groupInfo }))).toMatchObject(foreign)
})

test('the captions of files are kept with their message', () => {
  const attachments = [{ id: 'a', contentType: 'image/png', caption: 'A guaranteed return' }]
  expect(eventsBy(data({ message: null, attachments }))).toMatchObject([
    { contentType: 'image', structured: { captions: 'A guaranteed return' } },
  ])
})

test('a change does not hide what was written or attached beside it', () => {
  const target = { targetAuthorUuid: owner.sourceUuid, targetSentTimestamp: at - 1 }
  const written = { message: 'Sell before Monday' }
  const attached = { attachments: [{ id: 'a.pdf', contentType: 'application/pdf' }] }
  for (const change of [{ reaction: { emoji: '👍', ...target } }, { remoteDelete: { timestamp: at - 1 } }]) {
    const [alone] = eventsBy(data(change))
    for (const content of [written, attached])
      expect(eventsBy(data({ ...change, ...content }))).toEqual([alone, ...eventsBy(data(content))])
    expect(eventsBy(data({ ...change, message: '', attachments: [] }))).toEqual([alone])
  }
  // What no right allows is a line of its own, or of the message that it comes with.
  expect(eventsBy(data({ adminDelete: target, groupInfo, ...written }))).toMatchObject([
    {
      body: 'Sell before Monday',
      contentType: 'text',
      structured: { attempted: 'delete' },
      flags: ['foreignChange'],
    },
  ])
})
