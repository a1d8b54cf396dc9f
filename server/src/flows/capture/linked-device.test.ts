import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { inTenant } from '#platform/db.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type DeviceEvent, linkAccount, type LinkedAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let database: TestDatabase
let world: World
useTestWorld(async (opened, own) => {
  world = opened
  database = own
})

const group = '120363043211234567@g.us'
const bob = '15552223333@s.whatsapp.net'
const eve = '15559998888@s.whatsapp.net'
const inGroup = (participant: string, id: string, message: object) =>
  arrived(webMessage({ from: group, id, key: { participant }, message, at: 1_772_442_000 }))
const change = (type: number, key: object, text?: string) => ({
  protocolMessage: {
    type,
    key,
    ...(text && { editedMessage: { conversation: text } }),
    timestampMs: 1_772_442_060_000,
  },
})
const mediaAt = (directPath: string) => ({
  imageMessage: {
    caption: 'a chart',
    directPath,
    mediaKey: { type: 'Buffer', data: Buffer.alloc(32, 1).toString('base64') },
    fileSha256: { type: 'Buffer', data: Buffer.alloc(32, 2).toString('base64') },
  },
})
const reaction = {
  key: { id: 'A1', fromMe: false, participant: bob },
  text: '👍',
  senderTimestampMs: 1_772_442_090_000,
}

const keyOf = (id: string) => ({ remoteJid: group, participant: bob, fromMe: false, id })
/** Its bytes could not be opened. */
const sealed = (participant: string, id: string) =>
  arrived(
    webMessage({
      from: group,
      id,
      key: { participant },
      fields: { message: null, messageStubType: 2, messageStubParameters: ['No session record'] },
      at: 1_772_442_000,
    }),
  )

/** Everything that happens in one group: what people wrote, changed, and tried to change. */
const story: readonly DeviceEvent[] = [
  ['messages.upsert', inGroup(bob, 'A1', { conversation: 'first text' })],
  ['messages.upsert', inGroup(bob, 'C1', change(14, { id: 'A1', fromMe: true }, 'second text'))],
  ['messages.upsert', inGroup(eve, 'C2', change(14, { id: 'A1', fromMe: true }, 'forged in silence'))],
  [
    'messages.upsert',
    inGroup(eve, 'C3', change(14, { id: 'A1', fromMe: false, participant: bob }, 'forged openly')),
  ],
  ['messages.upsert', inGroup(eve, 'C4', change(0, { id: 'A1', fromMe: false, participant: bob }))],
  ['messages.upsert', inGroup(bob, 'A2', { conversation: 'taken back' })],
  [
    'messages.upsert',
    inGroup(eve, 'C5', change(0, { id: 'A2', fromMe: false, participant: bob })),
    { groups: { [group]: { admins: [eve] } } },
  ],
  ['messages.upsert', inGroup(bob, 'A3', mediaAt('/v/one?oh=1'))],
  ['messages.upsert', sealed(bob, 'A4')],
  ['messages.upsert', inGroup(bob, 'A4', { conversation: 'opened at last' })],
  ['messages.upsert', inGroup(bob, 'C6', change(14, { id: 'A4', fromMe: true }, 'and changed'))],
  ['messages.upsert', sealed(bob, 'A5')],
  [
    'messages.update',
    [{ key: keyOf('A5'), update: { message: mediaAt('/v/two?oh=1'), messageTimestamp: 1_772_442_000 } }],
  ],
  ['messages.upsert', sealed(bob, 'A6')],
  ['messaging-history.set', inGroup(bob, 'A3', mediaAt('/v/one?oh=2'))],
  ['messages.upsert', inGroup(eve, 'R1', { reactionMessage: reaction })],
  [
    'messages.reaction',
    [
      {
        key: reaction.key,
        reaction: { ...reaction, key: { remoteJid: group, participant: eve, fromMe: false, id: 'R1' } },
      },
    ],
  ],
]

const link = (label: string) => linkAccount(world, label)
const tell = (linked: LinkedAccount, events: readonly DeviceEvent[]) => tellAccount(world, linked, events)

/** What people see, without the ids that only we make. */
const shown = ({ tenant, id }: LinkedAccount) =>
  inTenant(database.db, tenant.id, async (tx) => {
    const messages = await tx
      .selectFrom('message')
      .select(['message_key', 'body', 'revision', 'flags', 'deletion', 'content_type', 'attachment_count'])
      .execute()
    const events = await tx.selectFrom('message_event').select(['event_key', 'kind', 'message_id']).execute()
    const keyOf = (key: string) => key.replaceAll(id, 'acc')
    return {
      messages: messages
        .map((row) => ({ ...row, message_key: keyOf(row.message_key) }))
        .toSorted((a, b) => (a.message_key < b.message_key ? -1 : 1)),
      events: events
        .map(({ event_key, kind, message_id }) => ({
          event_key: keyOf(event_key),
          kind,
          applies: message_id !== null,
        }))
        .toSorted((a, b) => (a.event_key < b.event_key ? -1 : 1)),
    }
  })

test('deliveries of a linked device have the same result in any order, also repeated; no one changes what others wrote', async () => {
  const [forth, back] = [await link('forth'), await link('back')]
  await tell(forth, [...story, ...story])
  await tell(back, story.toReversed())
  const [seen, seenBack] = [await shown(forth), await shown(back)]
  // The line of a message is its first version; where the message came first, there was none.
  const isAwaited = ({ message_key: key }: { message_key: string }) => /:A[45]$/.test(key)
  const versions = ({ messages }: typeof seen) => messages.filter(isAwaited).map(({ revision }) => revision)
  expect([versions(seen), versions(seenBack)]).toEqual([
    [3, 2],
    [2, 1],
  ])
  const anyVersion = ({ messages, events }: typeof seen) => ({
    messages: messages.map((one) => (isAwaited(one) ? { ...one, revision: 0 } : one)),
    events,
  })
  expect(anyVersion(seenBack)).toEqual(anyVersion(seen))
  const start = `acc:g:${group}`
  const [bobs, eves] = [`${start}:p:15552223333`, `${start}:p:15559998888`]
  expect(seen.messages).toMatchObject([
    { message_key: `${bobs}:A1`, body: 'second text', revision: 2, deletion: null },
    { message_key: `${bobs}:A2`, body: 'taken back', deletion: { scope: 'admin' } },
    { message_key: `${bobs}:A3`, body: 'a chart', attachment_count: 1, revision: 1 },
    { message_key: `${bobs}:A4`, body: 'and changed', flags: ['late'] },
    {
      message_key: `${bobs}:A5`,
      body: 'a chart',
      attachment_count: 1,
      content_type: 'image',
      flags: ['late'],
    },
    { message_key: `${bobs}:A6`, body: null, content_type: 'unsupported', flags: ['undecrypted', 'late'] },
    { message_key: `${eves}:C3`, body: 'forged openly', content_type: 'system' },
    { message_key: `${eves}:C4`, body: null, content_type: 'system' },
  ])
  for (const { flags } of seen.messages.slice(6)) expect(flags).toContain('foreignChange')
  const silent = seen.events.find(({ event_key }) => event_key.includes('C2'))
  expect(silent).toMatchObject({ kind: 'edit', applies: false })
  expect(seen.events.filter(({ kind }) => kind === 'reaction')).toHaveLength(1)
})

test('a copy of a message, and its changes, belong to the message under either name of a person, in any order', async () => {
  const hidden = '98765432109876@lid'
  const at = 1_772_442_000
  const phones = { phones: { '98765432109876': '15552223333' } }
  const said = (id: string, message: object) => arrived(webMessage({ from: hidden, id, message, at }))
  const text = ['messages.upsert', said('N1', { conversation: 'once' })] as const
  const textKnown = [...text, phones] as const
  const chart = ['messages.upsert', said('N2', mediaAt('/v/one?oh=1'))] as const
  const chartKnown = ['messages.upsert', said('N2', mediaAt('/v/one?oh=2')), phones] as const
  const edited = [
    'messages.upsert',
    said('N3', change(14, { id: 'N1', fromMe: true }, 'once more')),
    phones,
  ] as const
  const deleted = ['messages.upsert', said('N4', change(0, { id: 'N2', fromMe: true })), phones] as const
  const orders: DeviceEvent[][] = [
    [text, chart, edited, deleted],
    [text, chart, textKnown, chartKnown, edited, deleted],
    [textKnown, chartKnown, text, chart, edited, deleted],
    [edited, deleted, textKnown, chartKnown, text, chart],
    [chart, deleted, chartKnown, text, edited, textKnown, text, chart],
  ]
  for (const [index, order] of shareOf([...orders.entries()], 4)) {
    const linked = await link(`copies-${index}`)
    await tell(linked, order)
    const { messages, events } = await shown(linked)
    expect(messages, `order ${index}`).toMatchObject([
      { body: 'once more', revision: 2, deletion: null },
      { body: 'a chart', revision: 1, attachment_count: 1, deletion: { scope: 'everyone' } },
    ])
    for (const { flags } of messages) expect(flags).not.toContain('reusedId')
    expect(events.map(({ applies }) => applies)).toEqual([true, true])
  }
})

test('another picture under a known ID is a separate message, under either name of its author', async () => {
  const hidden = '98765432109876@lid'
  const other = mediaAt('/v/two?oh=1')
  other.imageMessage.fileSha256.data = Buffer.alloc(32, 9).toString('base64')
  const linked = await link('other-picture')
  const said = (message: object) => arrived(webMessage({ from: hidden, id: 'N5', message }))
  await tell(linked, [
    ['messages.upsert', said(mediaAt('/v/one?oh=1'))],
    ['messages.upsert', said(other), { phones: { '98765432109876': '15552223333' } }],
  ])
  const { messages } = await shown(linked)
  expect(messages).toHaveLength(2)
  expect(messages.filter(({ flags }) => flags.includes('reusedId'))).toHaveLength(1)
})
