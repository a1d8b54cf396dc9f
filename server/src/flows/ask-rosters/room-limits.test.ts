/** Rooms of the messaging provider where something is missing, refused, late or elsewhere. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { makeMissingLines } from '#flows/capture/missing.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import type { Room } from '#testing/fakes/twilio-rooms.ts'
import { client, numbersUrl } from '#testing/reconciling.ts'
import { anna, bob, said, setUpRooms } from '#testing/rooms.ts'

const { bed, pass, ago, ...set } = setUpRooms()
const { rooms, now, hooksSet, open, openAsked, ask, list, thread, lines } = set

const hooksOf = (room: Room) => rooms().hooksOf(room)

async function remove({ id }: { readonly id: string }): Promise<void> {
  await bed.admin.call('POST', `${numbersUrl}/${id}/request-delete`)
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
}

test('a room that rests gets a hook, and the next message in it is linked', async () => {
  const { room } = await open()
  await rooms().say(room, client, 'Is it approved?', now())
  await bed.world.settle()
  rooms().become('inactive', room)
  await ask(2 * hourMs)
  expect(hooksOf(room)).toHaveLength(1)
})

test('what happens while a room is asked about loses no answer', async () => {
  const { room, number } = await openAsked()
  rooms().become('closed', room)
  const next = rooms().open([{ address: client, proxy: number }, bob], now())
  await rooms().say(next, client, 'Are you there?', now())
  await bed.world.settle()
  rooms().afterHookSet = async () => {
    rooms().afterHookSet = undefined
    await rooms().join(room, { identity: 'carla' }, now())
    await bed.world.settle()
    return 'answered'
  }
  expect(await ask(25 * hourMs)).toBe(1)
  expect((await thread()).participants.map((one: { address: string }) => one.address)).toContain(bob.identity)
})

test('events of a room do not hurry a provider that fails', { tags: ['whole'] }, async () => {
  const { room } = await openAsked()
  await rooms().say(room, anna.identity, 'It is.', now())
  await bed.world.settle()
  rooms().isBusy = true
  expect(await ask()).toBe(1)
  rooms().isBusy = false
  await rooms().say(room, anna.identity, 'Truly.', now())
  await bed.world.settle()
  expect(await ask(15_000)).toBe(0)
  expect(await ask(hourMs)).toBe(1)
})

test(
  'a number is given back also where its rooms are refused, or answer later',
  { tags: ['whole'] },
  async () => {
    const refusing = await openAsked()
    rooms().isRefused = true
    await remove(refusing)
    rooms().isRefused = false
    expect(bed.twilio.rest.hookOf(refusing.number)).toBeUndefined()
  },
)

test('while rooms cannot be asked, a number is given back, and its rooms are later', async () => {
  const account = await openAsked()
  rooms().isBusy = true
  await remove(account)
  expect(bed.twilio.rest.hookOf(account.number)).toBeUndefined()
  rooms().isBusy = false
  await pass(hourMs)
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
  expect(hooksOf(account.room)).toEqual([])
})

test('a hook is taken back also if the question that set it had no answer', async () => {
  const account = await open()
  await rooms().say(account.room, client, 'Is it approved?', now())
  await bed.world.settle()
  rooms().afterHookSet = () => {
    rooms().afterHookSet = undefined
    rooms().isBusy = true
    return Promise.resolve('answered')
  }
  await ask(2 * hourMs)
  expect(hooksSet()).toBe(1)
  rooms().isBusy = false
  await remove(account)
  expect(hooksOf(account.room)).toEqual([])
})

test('what a room sent before its number was connected makes no line', async () => {
  const { room } = await open()
  await rooms().say(room, anna.identity, 'Long ago', { at: ago(3 * dayMs) })
  await rooms().say(room, client, 'Is it approved?', now())
  await bed.world.settle()
  await ask(2 * hourMs)
  await pass(9 * dayMs)
  while ((await makeMissingLines(bed.world.ctx, bed.tenant.id)) > 0);
  expect((await lines()).map(said)).toEqual([['Is it approved?', undefined, [], false]])
})

test('a chat user of the room is no contact that was reached', async () => {
  const { room } = await openAsked()
  await rooms().say(room, anna.identity, 'It is.', now())
  await list()
  await ask()
  await pass(dayMs)
  const { json } = await bed.admin.call('GET', '/bff/dashboards/digital/contacts?limit=50')
  expect(json.items.map((one: { address: string }) => one.address)).toEqual([client])
})

test('what is removed from the room at once is kept and says so', { tags: ['whole'] }, async () => {
  const { room } = await openAsked()
  const { sid } = await rooms().say(room, anna.identity, 'It is.', now())
  await bed.world.settle()
  bed.world.pass(5_000)
  await rooms().remove(room, sid, now())
  await list()
  await ask()
  expect((await lines()).slice(1).map((one) => [one.body, one.isDeleted])).toEqual([['It is.', true]])
})

test('what links a text message is no receipt of it', async () => {
  const { room } = await openAsked()
  await rooms().say(room, anna.identity, 'It is.', now())
  await list()
  const receipts = async () => (await lines())[1]?.receipts
  const before = await receipts()
  await ask()
  expect(said((await lines())[1]!)).toContain(anna.identity)
  expect(await receipts()).toEqual(before)
  expect(before).not.toContainEqual(expect.objectContaining({ state: '' }))
})

test('what happens in a room does not hide that its number receives nothing', async () => {
  const { id, room } = await openAsked()
  const lastEvent = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
      const counters = tx.selectFrom('account_counters').where('account_id', '=', id as AccountId)
      return (await counters.select('last_event_at').executeTakeFirstOrThrow()).last_event_at
    })
  const before = await lastEvent()
  await pass(hourMs)
  await rooms().join(room, bob, now())
  await bed.world.settle()
  expect((await thread()).memberships).toHaveLength(1)
  expect(await lastEvent()).toEqual(before)
})

test('a room that takes no hook is asked about all the same, and its question says what was refused', async () => {
  const { room } = await open()
  const logged: unknown[] = []
  const ignore = () => {}
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (about: unknown) => void logged.push(about),
  }
  for (let other = 1; other <= 5; other++) await hookOf(room, 'POST', `https://crm.acme.test/${other}`)
  for (const waitedMs of [2 * hourMs, 25 * hourMs]) {
    await rooms().say(room, client, 'Is it approved?', now())
    await bed.world.settle()
    expect(await ask(waitedMs, log)).toBe(1)
  }
  expect(logged).toMatchObject([{ reason: 'hook-not-understood' }])
  expect((await thread()).participants.map((one: { address: string }) => one.address)).toContain(
    anna.identity,
  )
  const questions = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('conversation_roster').select(['next_at', 'attempts', 'problem']).execute(),
    )
  expect(await questions()).toEqual([{ next_at: null, attempts: 0, problem: 'hook-not-understood' }])
  await hookOf(room, 'DELETE')
  await rooms().say(room, client, 'Is it?', now())
  await bed.world.settle()
  await ask(25 * hourMs)
  expect(await questions()).toEqual([{ next_at: null, attempts: 0, problem: null }])
})

test('an answer that cannot be read, as of a gateway, is asked for again soon', async () => {
  const { number } = await open()
  const unreadable = '+15550100200'
  await bed.twilio.deliverTo(number, { from: unreadable, body: 'Hello', at: now().at }, now())
  await bed.world.settle()
  expect(await ask(2 * hourMs)).toBe(1)
  const question = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx.selectFrom('conversation_roster').select(['next_at', 'problem']).executeTakeFirst(),
    )
  expect(await question()).toEqual({ next_at: expect.any(Date), problem: 'not-understood' })
  expect(await ask(2 * minuteMs)).toBe(1)
})

/** Another system sets a hook of a room, or removes its first. */
async function hookOf(room: Room, method: 'POST' | 'DELETE', url = ''): Promise<void> {
  const path = `http://${bed.twilio.host}/v1/Services/${rooms().serviceSid}/Conversations/${room.sid}/Webhooks`
  const headers = { authorization: `Basic ${btoa(`${bed.twilio.accountSid}:${bed.twilio.authToken}`)}` }
  if (method === 'POST') {
    const hook = { Target: 'webhook', 'Configuration.Url': url, 'Configuration.Filters': 'onMessageAdded' }
    await fetch(path, { method, headers, body: new URLSearchParams(hook) })
    return
  }
  const { webhooks } = (await (await fetch(path, { headers })).json()) as { webhooks: { sid: string }[] }
  await fetch(`${path}/${webhooks[0]!.sid}`, { method, headers })
}
