import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findKnown } from '#domains/accounts/known-messages.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import type { AboutMessage, CapturedEdit, CapturedReaction, CapturedStatus } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { makeMissingLines } from './missing.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('missing-names')
})

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)
const turn = () => makeMissingLines(world.ctx, tenant.id)
const ago = (ms: number) => new Date(world.ctx.now().getTime() - ms)

const receipt = (targetKey: string, about: AboutMessage, eventKey = `s ${targetKey}`): CapturedStatus => ({
  kind: 'status',
  channel: 'whatsapp',
  targetKey,
  eventKey,
  about,
  state: 'read',
})
const reaction = (targetKey: string, over: Partial<CapturedReaction> = {}): CapturedReaction => ({
  kind: 'reaction',
  channel: 'whatsapp',
  targetKey,
  eventKey: `r ${targetKey}`,
  action: 'add',
  value: '👍',
  ...over,
})
const edit = (targetKey: string, over: Partial<CapturedEdit> = {}): CapturedEdit => ({
  kind: 'edit',
  channel: 'whatsapp',
  targetKey,
  eventKey: `e ${targetKey}`,
  body: 'As edited',
  ...over,
})

/** Messages by these names, and how many of their events wait. */
const found = (start: string) =>
  inOurs(async (tx) => {
    const { rows } = await sql<{ key: string; type: string; events: number }>`
      select message_key as key, content_type as type, (select count(*)::int from message_event event
        where event.tenant_id = message.tenant_id and event.message_id = message.id) as events
      from message where message_key like ${`${start}%`} order by 1`.execute(tx)
    const waiting = await tx
      .selectFrom('message_event')
      .where('message_id', 'is', null)
      .where('target_key', 'like', `${start}%`)
      .select('event_key')
      .execute()
    return [rows.map(({ key, type, events }) => `${key} ${type} ${events}`), waiting.length]
  })

test('an additional name of an event may be the name that it uses, and two events may name each other', async () => {
  await captureHistory(world, tenant, [
    receipt('own', { aliases: ['own'] }),
    receipt('pair a', { aliases: ['pair a', 'pair b'] }),
    receipt('pair b', { aliases: ['pair a', 'pair b'] }),
    // The names of names are the names of one message, too.
    receipt('chain c', {}),
    receipt('chain b', { aliases: ['chain c'] }),
    receipt('chain a', { aliases: ['chain b'] }),
  ])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(3)
  expect(await turn()).toBe(0)
  expect(await found('own')).toEqual([['own missing 1'], 0])
  expect(await found('pair')).toEqual([['pair a missing 2'], 0])
  expect(await found('chain')).toEqual([['chain a missing 3'], 0])
})

test('the list of a provider fetches a message that has only a line', async () => {
  await captureHistory(world, tenant, [receipt('listed', { aliases: ['listed too'] })])
  world.pass(8 * dayMs)
  await turn()
  const listed = ['listed', 'listed too'].map((messageKey) => ({
    messageKey,
    sourceKey: `poll ${messageKey}`,
  }))
  const asked = { id: tenant.accounts.whatsapp, channel: 'whatsapp', transport: 'poll', listed } as const
  const known = () => inOurs((tx) => findKnown(tx, asked)).then(({ messages }) => messages.size)
  expect(await known()).toBe(0)
  await captureHistory(world, tenant, [messageOf(world, { messageKey: 'listed' })])
  expect(await known()).toBe(2)
})

test('an event finds its message by each name that it gives, before and after a week', async () => {
  await captureHistory(world, tenant, [
    reaction('number 1', { targetAliases: ['hidden 1'] }),
    reaction('number 2', { targetAliases: ['hidden 2'] }),
  ])
  await captureHistory(world, tenant, [messageOf(world, { messageKey: 'hidden 1', alsoKeyed: [] })])
  expect(await found('hidden 1')).toEqual([['hidden 1 text 1'], 0])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(1)
  await captureHistory(world, tenant, [messageOf(world, { messageKey: 'hidden 2', alsoKeyed: [] })])
  expect(await found('hidden 2')).toEqual([[], 0])
  expect(await found('number')).toEqual([['number 2 text 1'], 0])
})

test('a line moves with its message out of a conversation that was merged meanwhile', async () => {
  const known = messageOf(world, { messageKey: 'merged 1', conversationKey: 'by number' })
  await captureHistory(world, tenant, [known])
  const about = { conversationKey: 'by hidden name', conversationType: 'direct' } as const
  await captureHistory(world, tenant, [receipt('merged 2', about)])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(1)
  const conversationAliases = ['by hidden name']
  await captureHistory(world, tenant, [
    messageOf(world, { ...known, messageKey: 'merged 2', conversationAliases }),
  ])
  const { rows } = await inOurs((tx) =>
    sql<{ message_count: number; n: number }>`select message_count, (select count(*)::int from message
      where message.tenant_id = conversation.tenant_id and conversation_id = conversation.id) as n
      from conversation where conversation_key = 'by number'`.execute(tx),
  )
  expect(rows).toEqual([{ message_count: 2, n: 2 }])
})

const gaps = () =>
  inOurs((tx) =>
    tx
      .selectFrom('account_gap')
      .where('kind', '=', 'missing')
      .select(['began_at', 'ended_at', 'outcome'])
      .orderBy('began_at')
      .execute(),
  )
async function connectedAt(at: Date) {
  await inOurs((tx) => tx.updateTable('channel_account').set({ connected_at: at }).execute())
  await inOurs((tx) => sql`delete from account_gap`.execute(tx))
}

test('messages from before an account was connected are no gap, even on the day of its connection', async () => {
  const noon = new Date(ago(3 * dayMs).setUTCHours(12, 0, 0, 0))
  const after = (hours: number) => new Date(noon.getTime() + hours * 60 * 60_000)
  await connectedAt(noon)
  const note = (...hours: number[]) =>
    inOurs((tx) =>
      noteMissing(
        tx,
        hours.map((one) => ({ accountId: tenant.accounts.whatsapp, at: after(one) })),
        world.ctx.now(),
      ),
    )
  await note(-3)
  expect(await gaps()).toEqual([])
  await note(-2, 1)
  await note(-1)
  expect(await gaps()).toMatchObject([{ began_at: after(1) }])
})

test('a line that another moves to another day leaves no gap on the first, and keeps its flags', async () => {
  await connectedAt(ago(20 * dayMs))
  const [first, second] = [ago(2 * dayMs), ago(4 * dayMs)]
  await captureHistory(world, tenant, [edit('moved', { at: first })])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(1)
  await inOurs((tx) =>
    sql`update message set flags = '{late,missing,reusedId}' where message_key = 'moved'`.execute(tx),
  )
  await captureHistory(world, tenant, [edit('moved to', { about: { aliases: ['moved'], sentAt: second } })])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(1)
  expect(await found('moved')).toEqual([['moved to missing 2'], 0])
  const flags = (tx: Parameters<Parameters<typeof inTenant>[2]>[0]) =>
    tx.selectFrom('message').where('message_key', '=', 'moved to').select('flags').executeTakeFirst()
  expect(await inOurs(flags)).toEqual({ flags: ['late', 'missing', 'reusedId'] })
  expect(await gaps()).toMatchObject([
    { began_at: second, outcome: null },
    { began_at: first, outcome: 'arrived' },
  ])
})

test('events of the previous release wait as long as others', async () => {
  await captureHistory(world, tenant, [receipt('earlier', {})])
  const { rows } = await inOurs((tx) =>
    sql<{
      waits: boolean
    }>`insert into message_event (tenant_id, id, record_id, channel, account_id, event_key, kind, target_key, at, captured_at, payload)
      select tenant_id, gen_random_uuid(), record_id, channel, account_id, 's again', kind, target_key, at, captured_at, payload
      from message_event where target_key = 'earlier' returning missing_at = captured_at + interval '7 days' as waits`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ waits: true }])
})
