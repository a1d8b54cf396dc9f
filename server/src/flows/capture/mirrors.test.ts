/** Two colleagues in one chat, both captured: what counts, and what is found. Source: docs/decisions/0171-copies-of-colleagues.md. */
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countKept } from '#domains/messages/kept-counts.ts'
import { everything } from '#kernel/actor.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import {
  anaJid,
  answerOf,
  client,
  group,
  heard,
  question,
  saidAt,
  samJid,
  type Told,
  useColleagues,
} from '#testing/colleagues.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { type LinkedAccount, linkAccountOf, tellAccount } from '#testing/linked-account.ts'

const bed = useColleagues('mirrors')
const { checkCounts, conversations, counted, events, forget, inOurs, messages, tell } = bed

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))

// Other orders are shown by the tests below.
test.each(shareOf([...permutations([0, 1, 2, 3]).entries()], 24))(
  'what two colleagues captured counts once and raises one event, order %i',
  async (_, order) => {
    const all = [question(bed.ana), question(bed.sam), ...answerOf(bed)]
    const told = order.flatMap((index) => all[index] ?? [])
    await tell(...told, ...told)
    const stored = await messages()
    expect(stored).toHaveLength(4)
    const firsts = stored.filter(({ mirror_of: of }) => of === null)
    expect(new Set(firsts.map(({ body }) => body))).toEqual(new Set(['a secret for you both?', 'sure']))
    expect(firsts).toHaveLength(2)
    // The author's own copy knows who wrote it, and that it was sent.
    expect(firsts.find(({ body }) => body === 'sure')).toMatchObject({
      account_id: bed.ana.id,
      direction: 'outbound',
      author_user_id: bed.tenant.representative,
    })
    for (const { mirror_of: of, body } of stored)
      if (of !== null) expect(firsts).toContainEqual(expect.objectContaining({ id: of, body }))
    const { north, south } = bed.tenant.groups
    for (const { group_ids: ids } of stored) expect(new Set(ids)).toEqual(new Set([north, south]))
    expect(await counted()).toEqual({ inbound: 1, outbound: 1 })
    const [home, other] = await conversations()
    expect(home).toMatchObject({ message_count: 2, merged_into: null })
    expect(other).toMatchObject({ merged_into: home?.id })
    expect(new Set(stored.map(({ conversation_id: id }) => id))).toEqual(new Set([home?.id]))
    for (const caller of [bed.compliance, bed.northerner, bed.southerner])
      expect(await events(caller)).toMatchObject([{ evidenceCount: 1, preview: 'a secret for you both?' }])
    await checkCounts()
  },
)

test('all of one batch count once, too', async () => {
  const both = [question(bed.ana), question(bed.sam), ...answerOf(bed)]
  for (const account of [bed.ana, bed.sam]) {
    const own = both.filter(({ to }) => to === account).map(({ message }) => message)
    await tellAccount(bed.world, account, [['messages.upsert', arrived(...own)]])
  }
  expect(await counted()).toEqual({ inbound: 1, outbound: 1 })
  await checkCounts()
})

test('the question of the client is answered, whichever copies came first', async () => {
  const [own, ofSam] = answerOf(bed)
  await tell(question(bed.sam), question(bed.ana), ofSam, own)
  await checkCounts()
  const openings = await inOurs((tx) =>
    tx.selectFrom('opening').select(['opens_conversation', 'opens_burst', 'answered_at']).execute(),
  )
  expect(openings).toEqual([
    { opens_conversation: true, opens_burst: true, answered_at: new Date((saidAt + 60) * 1000) },
  ])
})

test('the accounts of two organizations have nothing in common', async () => {
  const elsewhere = await bed.world.makeTenant(`elsewhere-${bed.tenant.label}`)
  const theirs = await linkAccountOf(bed.world, elsewhere, elsewhere.colleague, '+15550002222')
  await tell(question(bed.ana), question(theirs))
  expect(await messages()).toMatchObject([{ mirror_of: null }])
  const others = await inTenant(bed.world.ctx.db, elsewhere.id, (tx) =>
    tx.selectFrom('message').select('mirror_of').execute(),
  )
  expect(others).toEqual([{ mirror_of: null }])
})

test('another text, another chat, another author and another id are another message', async () => {
  const others = [
    heardAs('another secret', { id: 'text' }),
    heardAs('a secret', { id: 'chat', from: '120363000000000002@g.us' }),
    heardAs('a secret', { id: 'author', key: { participant: '15559998888@s.whatsapp.net' } }),
    heardAs('a secret', { id: 'other' }),
  ]
  for (const id of ['text', 'chat', 'author', 'id'])
    await tell({ to: bed.ana, message: heardAs('a secret', { id }) })
  for (const message of others) await tell({ to: bed.sam, message })
  expect((await messages()).map(({ mirror_of: of }) => of)).toEqual(Array(8).fill(null))
  expect(await counted()).toEqual({ inbound: 8 })
  // One of each chat of each account.
  const found = (await events(bed.compliance)) as { evidenceCount: number }[]
  expect(found.map(({ evidenceCount: count }) => count).toSorted((a, b) => a - b)).toEqual([1, 3, 4])
})
function heardAs(text: string, over: object = {}) {
  return webMessage({ from: group, id: 'X', text, at: saidAt, key: { participant: client }, ...over })
}

const edit = (to: LinkedAccount, text: string): Told => ({
  to,
  message: webMessage({
    from: group,
    id: `E${to.id}${text.length}`,
    at: saidAt + 120,
    key: { participant: client },
    message: {
      protocolMessage: {
        key: { remoteJid: group, id: 'Q', fromMe: false, participant: client },
        type: 14,
        editedMessage: { conversation: text },
        timestampMs: (saidAt + 120) * 1000,
      },
    },
  }),
})

test.each([
  ['the first account', () => [bed.ana, bed.sam]],
  ['the second account', () => [bed.sam, bed.ana]],
] as const)(
  'an edit that both captured adds its finding once, and one that only %s has is found, too',
  async (_, order) => {
    const plain = (to: LinkedAccount) => heard(to, 'Q', 'good morning')
    await tell(plain(bed.ana), plain(bed.sam))
    expect(await events(bed.compliance)).toEqual([])
    const [one, two] = order()
    await tell(edit(one!, 'good morning, a secret'))
    expect(await events(bed.compliance)).toMatchObject([{ evidenceCount: 1 }])
    await tell(edit(two!, 'good morning, a secret'))
    expect(await events(bed.compliance)).toMatchObject([{ evidenceCount: 1 }])
    expect((await messages()).map(({ body }) => body)).toEqual(Array(2).fill('good morning, a secret'))
    for (const caller of [bed.northerner, bed.southerner]) expect(await events(caller)).toHaveLength(1)
  },
)

test('a chat of two colleagues is one conversation, of which each message was sent', async () => {
  const between = (from: LinkedAccount, id: string, text: string): Told[] => {
    const [to, fromJid, toJid] = from === bed.ana ? [bed.sam, anaJid, samJid] : [bed.ana, samJid, anaJid]
    return [
      { to: from, message: webMessage({ from: toJid, id, text, at: saidAt, isMine: true }) },
      { to, message: webMessage({ from: fromJid, id, text, at: saidAt }) },
    ]
  }
  await tell(...between(bed.ana, 'D1', 'lunch?'), ...between(bed.sam, 'D2', 'yes').toReversed())
  expect(await counted()).toEqual({ outbound: 2 })
  expect((await conversations()).filter(({ merged_into: into }) => into === null)).toMatchObject([
    { message_count: 2 },
  ])
  await checkCounts()
})

test('the serving role cannot put a message in the place of another, nor take a link back', async () => {
  await tell(question(bed.ana), question(bed.sam), heard(bed.sam, 'Z', 'alone'))
  const stored = await messages()
  const first = stored.find(({ mirror_of: of, body }) => of === null && body !== 'alone')
  const refused = async (work: (tx: TenantTx) => Promise<unknown>) =>
    expect(inOurs(work)).rejects.toMatchObject({ code: '42501' })
  await refused((tx) => sql`update message set mirror_of = ${first?.id} where body = 'alone'`.execute(tx))
  await refused((tx) => sql`update message set mirror_of = null where mirror_of is not null`.execute(tx))
  await refused((tx) => sql`update message set mirror_key = 'other' where body = 'alone'`.execute(tx))
  await refused((tx) => sql`update message set mirror_of = id where body = 'alone'`.execute(tx))
})

test(
  'copies of an earlier release are paired once their chat is known to be one',
  { tags: ['whole'] },
  async () => {
    await tell(question(bed.ana))
    await forget()
    await tell(question(bed.sam))
    await forget()
    expect(await counted()).toEqual({ inbound: 2 })
    await tell(...answerOf(bed))
    expect(await counted()).toEqual({ inbound: 1, outbound: 1 })
    expect((await conversations())[0]).toMatchObject({ message_count: 2, merged_into: null })
    await checkCounts()
  },
)

test('a message of an earlier release that comes again is linked', async () => {
  await tell(question(bed.ana))
  await forget()
  await tell(
    question(bed.sam),
    heard(bed.ana, 'Q', 'a secret for you both?', { fields: { pushName: 'Bobby' } }),
  )
  expect((await messages()).filter(({ mirror_of: of }) => of !== null)).toHaveLength(1)
  expect(await counted()).toEqual({ inbound: 1 })
  await checkCounts()
})

test('a line that could not be decrypted is linked once its message comes', async () => {
  const stub = { message: null, messageStubType: 2, messageStubParameters: ['No session record'] }
  await tell(heard(bed.ana, 'Q', '', { fields: stub }), question(bed.sam))
  expect((await messages()).map(({ mirror_of: of }) => of)).toEqual([null, null])
  await tell(question(bed.ana))
  expect((await messages()).filter(({ mirror_of: of }) => of !== null)).toHaveLength(1)
  expect(await counted()).toEqual({ inbound: 1 })
  expect(await events(bed.compliance)).toHaveLength(1)
})

test('promises of the author’s own copy count, and an account still says how many messages it has', async () => {
  const [own, ofSam] = answerOf(bed, 'I will send it tomorrow.')
  await tell(ofSam, own)
  const promises = await inOurs((tx) => tx.selectFrom('promise').select('message_id').execute())
  const first = (await messages()).find(({ mirror_of: of }) => of === null)
  expect(promises).toEqual([{ message_id: first?.id }])
  for (const { id } of [bed.ana, bed.sam])
    expect(await inOurs((tx) => countKept(tx, everything, id))).toEqual({ conversations: 1, messages: 1 })
})
