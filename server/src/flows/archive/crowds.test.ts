/** Mails about conversations of more people than they name, and of more than two. */
import { expect, test } from 'vitest'
import type { CapturedMessage, Participant } from '#kernel/captured-event.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const phone = (place: number) =>
  ({ kind: 'phone', value: `+1555020${String(place).padStart(4, '0')}` }) as const
const people = (count: number): Participant[] =>
  Array.from({ length: count }, (_, place) => ({ identity: phone(place), role: 'member', addressing: 'to' }))
const author = { kind: 'phone', value: '+15550108888' } as const

const said = (
  other: Pick<CapturedMessage, 'messageKey' | 'conversationType' | 'direction' | 'participants'>,
): CapturedMessage => ({
  kind: 'message',
  channel: 'sms',
  conversationKey: other.messageKey,
  author,
  body: 'Hello',
  format: 'plain',
  contentType: 'text',
  attachments: [],
  sentAt: on.world.ctx.now(),
  ...other,
})
const sent = () => on.archive.got.map(({ mail }) => mail)

test('a mail to more people than it names says how many more there are', async () => {
  await on.configure()
  const group = { messageKey: 'crowd', conversationType: 'group', direction: 'inbound' } as const
  await on.happen(said({ ...group, participants: people(700) }))
  const about = { channel: 'sms', targetKey: 'crowd', at: on.world.ctx.now() } as const
  const reaction = { ...about, kind: 'reaction', action: 'add', value: '👍' } as const
  await on.happen(
    { ...reaction, eventKey: 'named', actor: phone(3) },
    { ...reaction, eventKey: 'not named', actor: phone(650) },
  )
  await on.send()
  // One of the 700 reacted, and the author is a recipient of that.
  expect(
    sent().map(({ to, text }) => [to?.length, /, and (\d+) more recipients\n/.exec(text ?? '')?.[1]]),
  ).toEqual([
    [500, '200'],
    [500, '200'],
    [501, '199'],
  ])
})

test.each([
  ['a thread of two', 'thread', 1, 'direct'],
  ['a thread of three', 'thread', 2, 'group'],
  ['a group of two', 'group', 1, 'group'],
] as const)(
  'the mail about %s says what kind it is and its direction',
  async (_, conversationType, others, type) => {
    await on.configure()
    for (const direction of ['inbound', 'outbound', 'internal', 'unknown'] as const)
      await on.happen(
        said({ messageKey: direction, conversationType, direction, participants: people(others) }),
      )
    await on.send()
    const headers = sent().map((mail) => new Map(mail.headers.map(({ key, value }) => [key, value])))
    const found = headers.map((of) => `${of.get('x-conv-type')} ${of.get('x-conv-direction')}`)
    expect(found.toSorted()).toEqual([
      `${type} inbound`,
      `${type} internal`,
      `${type} outbound`,
      `${type} unknown`,
    ])
  },
)
