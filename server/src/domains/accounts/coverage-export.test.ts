import { channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId, type ConversationId, type MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import {
  type GivenAccount,
  insertCapturing,
  insertGap,
  insertHours,
  insertQuarantined,
  insertUndecrypted,
  openUndecrypted,
} from '#testing/capture-days.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openCoverageExport } from './coverage-export.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  world.passToNoon()
})

/** The start of a day, or an hour of it. */
const daysAgo = (days: number, hour = 0) =>
  new Date(Math.floor(world.ctx.now().getTime() / dayMs - days) * dayMs + hour * hourMs)
const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const minuteOf = (time: Date) => `${dayOf(time)} ${time.toISOString().slice(11, 16)}`

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)

/** An organization with one account for each name, connected for 60 days. The others receive through the first one. */
async function connect(slug: string, names: readonly string[]): Promise<AccountId[]> {
  tenant = await world.makeTenant(slug)
  const accounts = names.map((name): GivenAccount => ({
    id: AccountId.parse(newId(world.ctx.now())),
    channel: 'telegram',
    name,
    owner: tenant.representative,
    status: 'active',
    createdAt: daysAgo(60),
    connectedAt: daysAgo(60),
    removedAt: null,
    isCompared: true,
  }))
  const ids = accounts.map(({ id }) => id)
  await inOurs(async (tx) => {
    await sql`update organization set initial_history_date = ${dayOf(daysAgo(60))}::date`.execute(tx)
    await insertCapturing(tx, accounts, world.ctx.now())
    await sql`update channel_account set source_id = ${ids[0]} where id = any(${ids.slice(1)})`.execute(tx)
    for (const id of ids) await insertHours(tx, { id, from: daysAgo(60), before: daysAgo(0, 12), holes: [] })
  })
  return ids
}

/** The rows of a report by the names of their columns, without empty cells. */
async function reportOf(question: Parameters<typeof openCoverageExport>[2]) {
  const scope = [{ channels: [...channels], groupIds: 'all' as const }]
  const reading = { now: world.ctx.now(), listedChannels: ['telegram' as const] }
  return inOurs(async (tx) => {
    const report = await openCoverageExport(tx, scope, question, reading)
    const rows: Record<string, unknown>[] = []
    for await (const batch of report.batches)
      for (const cells of batch)
        rows.push(
          Object.fromEntries(
            report.columns.flatMap(({ name }, i) => (cells[i] === undefined ? [] : [[name, cells[i]]])),
          ),
        )
    expect(rows).toHaveLength(report.rowsTotal)
    return rows
  })
}

const lacksOf = (rows: readonly Record<string, unknown>[]) =>
  rows
    .filter(({ ID }) => ID !== undefined)
    .map((row) => [row['Day (UTC)'], row['Account'], row['What'], row['Why']])

test('a day on which messages were lost names each message that did not come, and the gap', async () => {
  const [desk] = await connect('lost-days', ['Desk'])
  const id = desk!
  const [first, last] = [new Date(daysAgo(9, 10).getTime() + 5 * minuteMs), daysAgo(9, 15)]
  const conversation = newId<ConversationId>(world.ctx.now())
  const line = { account_id: id, conversation_id: conversation, content_type: 'missing' as const }
  const [lost] = await inOurs(async (tx) => {
    const ids = await insertMessages(
      tx,
      [
        { ...line, posted_at: first },
        // It came after all, or is of a time in which nothing was missing.
        { ...line, posted_at: first, content_type: 'text' },
        { ...line, posted_at: daysAgo(12, 10) },
        { ...line, posted_at: daysAgo(20, 10) },
      ],
      world.ctx.now(),
    )
    await insertGap(tx, { id, kind: 'missing', from: first, until: last, outcome: 'lost' })
    const come = { id, kind: 'missing', from: daysAgo(12), until: daysAgo(12, 20) } as const
    await insertGap(tx, { ...come, outcome: 'arrived' })
    return ids
  })
  const rows = await reportOf({ accountId: id })
  expect(rows.filter((row) => row['What'] === 'Incomplete').map((row) => row['Day (UTC)'])).toEqual([
    dayOf(first),
  ])
  expect(lacksOf(rows)).toEqual([
    [
      dayOf(first),
      'Desk',
      'Gap',
      `Messages sent from ${minuteOf(first)} to ${minuteOf(last)} UTC are missing: only changes or receipts of them arrived`,
    ],
    [dayOf(first), 'Desk', 'Original message not captured', 'Only changes or receipts of it arrived'],
  ])
  expect(rows.find(({ ID }) => ID === lost)).toMatchObject({
    'When (UTC)': first,
    'Conversation ID': conversation,
  })
  expect(rows.find(({ What }) => What === 'Gap')).toMatchObject({ 'When (UTC)': first, 'Until (UTC)': last })
})

test('a message that could not be decrypted leaves its day incomplete and is named by its ID, until it is opened', async () => {
  const [desk] = await connect('sealed-days', ['Desk'])
  const at = daysAgo(5, 10)
  const line = await inOurs((tx) => insertUndecrypted(tx, desk!, at))
  const incomplete = async () =>
    (await reportOf({ accountId: desk! })).filter(({ What, ID }) => What === 'Incomplete' || ID !== undefined)
  const [day, ofLine] = [{ 'Day (UTC)': dayOf(at), What: 'Incomplete' }, { What: 'Message not decrypted' }]
  expect(await incomplete()).toMatchObject([
    { ...day, Why: 'messages that could not be decrypted' },
    { ...ofLine, Why: 'A message could not be decrypted yet', ID: line },
  ])
  await inOurs((tx) => openUndecrypted(tx, line, world.ctx.now()))
  expect(await incomplete()).toEqual([])
})

test('each gap that leaves a day incomplete or unknown has a line with its times and its reason, and no other gap', async () => {
  const [id] = await connect('gap-lines', ['Desk'])
  const gap = { id: id!, kind: 'disconnected', outcome: 'unknown' } as const
  await inOurs(async (tx) => {
    await insertGap(tx, { ...gap, from: daysAgo(30, 22), until: daysAgo(29, 2) })
    await insertGap(tx, {
      ...gap,
      outcome: 'lost',
      from: daysAgo(20),
      until: daysAgo(18),
      lostBefore: daysAgo(20, 2),
    })
    await insertGap(tx, {
      ...gap,
      kind: 'unstored',
      outcome: 'lost',
      from: daysAgo(10),
      until: daysAgo(10, 1),
    })
    await insertGap(tx, { ...gap, outcome: 'compared', from: daysAgo(8), until: daysAgo(8, 1) })
    await insertGap(tx, { ...gap, outcome: 'kept', from: daysAgo(7), until: daysAgo(7, 1) })
    await insertGap(tx, { ...gap, kind: 'silent', from: daysAgo(6), until: daysAgo(6, 1) })
    await insertGap(tx, { ...gap, outcome: null, from: daysAgo(1, 3), until: null })
  })
  const desk = (day: Date, why: string) => [dayOf(day), 'Desk', 'Gap', why]
  const [night, lost, full, open] = [daysAgo(30, 22), daysAgo(20), daysAgo(10), daysAgo(1, 3)]
  const times = (from: Date, until: Date) => `from ${minuteOf(from)} to ${minuteOf(until)} UTC`
  const rows = await reportOf({ accountId: id })
  expect(lacksOf(rows)).toEqual([
    desk(night, `The account was not connected ${times(night, daysAgo(29, 2))}`),
    desk(
      lost,
      `Messages sent ${times(lost, daysAgo(20, 2))} are lost, because the account was not connected`,
    ),
    desk(full, `Messages that arrived ${times(full, daysAgo(10, 1))} could not be stored and are lost`),
    desk(open, `The account has not been connected since ${minuteOf(open)} UTC`),
  ])
  expect(rows.at(-1)).not.toHaveProperty('Until (UTC)')
  // One that began before the first day that is asked for is of that day.
  const some = await reportOf({ accountId: id, from: dayOf(daysAgo(29)), until: dayOf(daysAgo(11)) })
  expect(lacksOf(some).map(([day]) => day)).toEqual([dayOf(daysAgo(29)), dayOf(lost)])
})

test('what the account lacks through which a person receives is named once, and under the person if that is asked for alone', async () => {
  const [bot, rita] = await connect('source-lacks', ['Bot', 'Rita'])
  await inOurs(async (tx) => {
    const gap = { id: bot!, outcome: 'lost' } as const
    await insertGap(tx, { ...gap, from: daysAgo(10), until: daysAgo(10, 2) })
    await insertQuarantined(tx, bot!, daysAgo(8))
  })
  const times = `from ${minuteOf(daysAgo(10))} to ${minuteOf(daysAgo(10, 2))} UTC`
  const gapDay = dayOf(daysAgo(10))
  expect(lacksOf(await reportOf({}))).toEqual([
    [gapDay, 'Bot', 'Gap', `Messages sent ${times} are lost, because the account was not connected`],
    [dayOf(daysAgo(8)), 'Bot', 'Record in quarantine', 'unreadable'],
  ])
  expect(lacksOf(await reportOf({ accountId: rita }))).toEqual([
    [
      gapDay,
      'Rita',
      'Gap',
      `Messages sent ${times} are lost, because the account that this one receives through was not connected`,
    ],
    [
      dayOf(daysAgo(8)),
      'Rita',
      'Record in quarantine',
      'unreadable (of the account that it receives through)',
    ],
  ])
})

test('a message that was removed at the provider is named by its ID on its day, which lacks nothing', async () => {
  const [desk] = await connect('removed', ['Desk'])
  const messages = ['Removed', 'Elsewhere', 'Not asked'].map((body, i) => ({
    id: newId<MessageId>(world.ctx.now()),
    account_id: desk!,
    body,
    posted_at: daysAgo(3, 10 + i),
  }))
  await inOurs(async (tx) => {
    await insertMessages(tx, messages, world.ctx.now())
    for (const [i, { id: message_id }] of messages.entries())
      await tx
        .insertInto('unlisted_message')
        .values({
          message_id,
          account_id: desk!,
          found_at: daysAgo(2),
          asked_at: i < 2 ? daysAgo(1) : null,
          is_gone: i < 2 ? i === 0 : null,
        })
        .execute()
    await sql`update channel_account set list_place_since = ${daysAgo(20)} where id = ${desk}`.execute(tx)
  })
  const rows = await reportOf({ accountId: desk! })
  expect(rows.filter(({ ID }) => ID !== undefined)).toEqual([
    expect.objectContaining({
      'Day (UTC)': dayOf(daysAgo(3)),
      What: 'Message not at the provider',
      ID: messages[0]!.id,
    }),
  ])
  const day = rows.find((row) => row['Day (UTC)'] === dayOf(daysAgo(3)) && row['ID'] === undefined)
  expect(day).toMatchObject({
    What: 'Complete',
    'No longer at the provider': 1,
    'Still to be asked about': 1,
  })
})
