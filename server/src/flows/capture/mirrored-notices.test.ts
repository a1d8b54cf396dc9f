/** What the app tells two colleagues of their group is in the thread once. Source: docs/decisions/0171-copies-of-colleagues.md. */
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { CapturedRoster } from '#kernel/captured-event.ts'
import { channels } from '@verbatim/contract/channels.ts'
import {
  anaJid,
  answerOf,
  client,
  group,
  question,
  saidAt,
  samJid,
  type Told,
  useColleagues,
} from '#testing/colleagues.ts'
import { webMessage } from '#testing/fakes/linked-device.ts'
import type { LinkedAccount } from '#testing/linked-account.ts'
import { keepArrivals } from './keep.ts'
import { normalisedType, writeNormalised } from './parse.ts'

const bed = useColleagues('notices')
const bob = '15554445555@s.whatsapp.net'
const [added, removed, titled, madeAdmin] = [27, 28, 21, 29]

/** The two copies of a notice, each under an id of its own. */
const notice = (
  kind: number,
  parameters: readonly string[],
  { minute, by = client }: { minute: number; by?: string },
): Told[] =>
  [bed.ana, bed.sam].map((to) => ({
    to,
    message: webMessage({
      from: group,
      id: `${kind} ${minute} ${parameters.join()} ${to.id}`,
      at: saidAt + 60 * minute,
      isMine: isOf(to, by),
      key: isOf(to, by) ? {} : { participant: by },
      fields: { message: null, messageStubType: kind, messageStubParameters: parameters },
    }),
  }))
const isOf = (to: LinkedAccount, jid: string) => jid === (to === bed.ana ? anaJid : samJid)

const threadOf = (scope: AccessScope) =>
  bed.inOurs(async (tx) => {
    const [home] = await bed.conversations()
    const query = { limit: 50, oneReaction: new Set<never>() }
    const { messages, memberships, messageCount } = await requireConversation(tx, scope, home!.id, query)
    return {
      lines: messages.flatMap(({ contentType, body, structured }) =>
        contentType === 'system' ? [body ?? structured] : [],
      ),
      memberships: memberships.map(({ action, who }) => `${who} ${action}`),
      messageCount,
    }
  })
const everything: AccessScope = [{ channels: [...channels], groupIds: 'all' }]

test.each(
  shareOf([
    ['the first account', (all: Told[]) => all],
    ['the second account', (all: Told[]) => all.toReversed()],
  ] as const),
)('changes of a group are shown and counted once, reported by %s first', async (_, order) => {
  await bed.tell(question(bed.ana), question(bed.sam), ...answerOf(bed))
  for (const told of [
    notice(titled, ['Deal room'], { minute: 2 }),
    notice(added, [bob], { minute: 3 }),
    notice(madeAdmin, [samJid], { minute: 4 }),
    notice(removed, [bob], { minute: 5, by: anaJid }),
    notice(added, [samJid], { minute: 6 }),
  ])
    await bed.tell(...order(told), ...told)
  const shown = {
    lines: ['Deal room', { madeAdmin: ['+15550002222'] }],
    memberships: ['+15554445555 joined', '+15554445555 left', 'Sam Sund joined'],
    messageCount: 4,
  }
  expect(await threadOf(everything)).toEqual(shown)
  const { north, south } = bed.tenant.groups
  for (const id of [north, south]) {
    const { lines, messageCount } = await threadOf([{ channels: [...channels], groupIds: [id] }])
    expect({ lines, messageCount }).toEqual({ lines: shown.lines, messageCount: 4 })
  }
  await bed.checkCounts()
})

test('what only one account reported stays, as does a change that happened twice', async () => {
  await bed.tell(question(bed.ana), question(bed.sam))
  const [ofAna] = notice(added, [bob], { minute: 1 })
  const [, ofSam] = notice(removed, [bob], { minute: 2 })
  await bed.tell(
    ofAna!,
    ofSam!,
    ...notice(added, [bob], { minute: 3 }),
    ...notice(titled, ['A'], { minute: 4 }),
  )
  await bed.tell(...notice(titled, ['B'], { minute: 4 }), ...notice(titled, ['A'], { minute: 5 }))
  expect(await threadOf(everything)).toMatchObject({
    lines: ['A', 'B', 'A'],
    memberships: ['+15554445555 joined', '+15554445555 left', '+15554445555 joined'],
  })
})

/** What the provider answers an account that asks who is in the group: each has names of its own for the others. */
async function list(to: LinkedAccount, minute: number, people: readonly string[]): Promise<void> {
  const at = new Date((saidAt + 60 * minute) * 1000)
  const roster: CapturedRoster = {
    kind: 'roster',
    channel: 'whatsappnative',
    eventKey: `${to.id} ${minute}`,
    conversationKey: `g:${group}`,
    at,
    people: people.map((value) => ({ identity: { kind: value.startsWith('+') ? 'phone' : 'walid', value } })),
    isWhole: true,
  }
  const arrival = {
    tenantId: bed.tenant.id,
    accountId: to.id,
    channel: 'whatsappnative',
    transport: 'poll',
    sourceKey: roster.eventKey,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised([roster]),
    receivedAt: bed.world.ctx.now(),
  } as const
  await keepArrivals(bed.world.ctx.db, bed.tenant.id, [arrival], bed.world.ctx.now())
  await bed.world.settle()
}

test('lists of members that two accounts were given are not compared with each other', async () => {
  await bed.tell(question(bed.ana), question(bed.sam))
  const [byAna, bySam] = [
    ['+15550001111', 'sam@lid', '+15552223333'],
    ['ana@lid', '+15550002222', '+15552223333'],
  ] as const
  await list(bed.sam, 1, bySam)
  await list(bed.ana, 2, byAna)
  await list(bed.sam, 3, bySam)
  expect(await threadOf(everything)).toMatchObject({ memberships: [] })
  await list(bed.ana, 4, byAna.slice(0, 2))
  await list(bed.sam, 5, bySam.slice(0, 2))
  const { memberships } = await threadOf(everything)
  expect(memberships).toEqual([expect.stringMatching(/ left$/)])
})

test('a page has the lines of its time alone', async () => {
  await bed.tell(question(bed.ana), question(bed.sam), ...answerOf(bed))
  await bed.tell(...notice(added, [bob], { minute: 3 }))
  const { memberships } = await bed.inOurs(async (tx) => {
    const [home] = await bed.conversations()
    return requireConversation(tx, everything, home!.id, { limit: 1, oneReaction: new Set<never>() })
  })
  expect(memberships).toMatchObject([{ who: '+15554445555' }])
  const [first] = (await bed.messages()).filter(({ body }) => body !== 'sure')
  const before = await bed.inOurs(async (tx) => {
    const query = { around: first!.id, limit: 1, oneReaction: new Set<never>() }
    return requireConversation(tx, everything, first!.conversation_id, query)
  })
  expect(before.memberships).toEqual([])
})
