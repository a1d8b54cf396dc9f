/** Mails about conversations of more people than they name, and of more than two. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import type { CapturedMessage, Participant } from '#kernel/captured-event.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const phone = (place: number) =>
  ({ kind: 'phone', value: `+1555020${String(place).padStart(4, '0')}` }) as const
const people = (count: number, addressing: NonNullable<Participant['addressing']> = 'to'): Participant[] =>
  Array.from({ length: count }, (_, place) => ({ identity: phone(place), role: 'member', addressing }))
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

/** A mail, or the mail in the report around it. */
async function mailIn(got: Email): Promise<Email> {
  const [first] = got.attachments
  return first?.mimeType === 'message/rfc822' ? PostalMime.parse(first.content) : got
}
const lines = (text: string, label: string) => text.match(new RegExp(`^${label}: .*$`, 'gm')) ?? []
async function recipientsFile(got: Email): Promise<string | undefined> {
  const file = (await mailIn(got)).attachments.find(({ filename }) => filename === 'recipients.txt')
  return file && Buffer.from(file.content as ArrayBuffer).toString()
}

test.each(
  shareOf(
    [
      ['eml', 'per_message'],
      ['journal_wrapped', 'per_message'],
      ['global_relay', 'per_message'],
      ['eml', 'conversation_day'],
      ['journal_wrapped', 'conversation_day'],
      ['global_relay', 'conversation_day'],
    ] as const,
    4,
  ),
)(
  'a mail to more people than its head names has a file with all of them: %s, %s',
  async (format, delivery) => {
    await on.configure({ format, delivery, alsoEvents: ['membership'] })
    const group = { messageKey: 'crowd', conversationType: 'group', direction: 'inbound' } as const
    await on.happen(said({ ...group, participants: people(700) }))
    const joined = { kind: 'membership', channel: 'sms', conversationKey: 'crowd', action: 'joined' } as const
    await on.happen({ ...joined, eventKey: 'joined', who: phone(3), at: on.world.ctx.now() })
    await on.pass(dayMs + 15 * minuteMs)
    await on.send()
    expect(sent()).toHaveLength(delivery === 'per_message' ? 2 : 1)
    for (const got of sent()) {
      const mail = await mailIn(got)
      expect(mail.to?.length).toBeLessThanOrEqual(501)
      expect(mail.text).toMatch(/\d more recipients\nAll recipients: In the file “recipients\.txt”\n/)
      const all = lines((await recipientsFile(got)) ?? '', 'To')
      const named = new Set(all.map((line) => / <(\d+)@sms\.[\w.-]+>$/.exec(line)?.[1]))
      const everyone = people(700).map(({ identity }) => identity.value.slice(1))
      // The mail about a member is from the member, and also to the author of the message.
      const isSender = (one: string) => mail.from?.address?.startsWith(`${one}@`)
      expect(everyone.filter((one) => !named.has(one) && !isSender(one))).toEqual([])
      expect(named.size).toBe(all.length)
    }
  },
)

test('a mail to as many people as its head names has no such file', async () => {
  await on.configure()
  const group = { messageKey: 'crowd', conversationType: 'group', direction: 'inbound' } as const
  await on.happen(said({ ...group, participants: people(500) }))
  await on.send()
  expect(sent().map(({ to, attachments }) => [to?.length, attachments.length])).toEqual([[500, 0]])
})

test.each([
  ['eml', 600, 0],
  ['global_relay', 600, 0],
  ['journal_wrapped', 0, 600],
])(
  'hidden recipients beyond the head are in the file, or in the report that alone may name them: %s',
  async (format, inFile, inReport) => {
    await on.configure({ format })
    const mail = { messageKey: 'crowd', conversationType: 'thread', direction: 'outbound' } as const
    await on.happen(said({ ...mail, participants: people(600, 'bcc') }))
    await on.send()
    const [got] = sent()
    expect(lines((await recipientsFile(got!)) ?? '', 'Bcc')).toHaveLength(inFile)
    if (inReport === 0) return
    expect(lines(got?.text ?? '', 'Bcc')).toHaveLength(inReport)
    expect(Buffer.from(got?.attachments[0]?.content as ArrayBuffer).toString()).not.toContain('1555020')
  },
)

test.each(
  shareOf(
    [
      ['a thread of two', 'thread', 1, 'direct'],
      ['a thread of three', 'thread', 2, 'group'],
      ['a group of two', 'group', 1, 'group'],
    ] as const,
    2,
  ),
)('the mail about %s says what kind it is and its direction', async (_, conversationType, others, type) => {
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
})
