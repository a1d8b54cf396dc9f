/** Rooms of the messaging provider: who of the organization wrote a text message, and what was changed in the room afterwards. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import type { Room } from '#testing/fakes/twilio-rooms.ts'
import { client, numbersUrl } from '#testing/reconciling.ts'
import { anna, bob, type Line, said, setUpRooms } from '#testing/rooms.ts'

const { bed, connect, pass, bodies, ...set } = setUpRooms()
const { rooms, now, hooksSet, open, openAsked, ask, list, threads, thread, lines } = set

test('a text message says which chat user wrote it, and the conversation who is in its room', async () => {
  const { room } = await openAsked()
  await rooms().say(room, anna.identity, 'It is.', now())
  await list()
  expect((await lines()).map(said)).toEqual([
    ['Is it approved?', undefined, [], false],
    ['It is.', undefined, [], false],
  ])
  expect(await ask()).toBe(1)
  expect((await lines()).map(said)).toEqual([
    ['Is it approved?', undefined, [], false],
    ['It is.', anna.identity, [], false],
  ])
  expect((await thread()).participants.map((one: { address: string }) => one.address)).toContain(
    anna.identity,
  )
})

const steps = {
  change: (room: Room, sid: string) => rooms().edit(room, sid, 'It is not.', now()),
  list: () => list(),
  ask: () => ask(),
}
const orders: (keyof typeof steps)[][] = [
  ['change', 'list', 'ask'],
  ['list', 'change', 'ask'],
  ['list', 'ask', 'change'],
  ['change', 'ask', 'list'],
  ['ask', 'list', 'change'],
  ['ask', 'change', 'list'],
]

test.each(shareOf(orders, 6))(
  'what was changed in the room is a version of the text message: %s, %s, %s',
  async (...order) => {
    const { room } = await openAsked()
    const { sid } = await rooms().say(room, anna.identity, 'It is.', now())
    for (const step of order) {
      await pass(1_000)
      await steps[step](room, sid)
    }
    await list()
    await ask()
    expect((await lines()).slice(1).map(said)).toEqual([
      ['It is not.', anna.identity, ['It is.', 'It is not.'], false],
    ])
    expect(await bodies()).toEqual(['Is it approved?', 'It is not.'])
  },
)

test('a change whose event was missed is read from the room', async () => {
  const { room } = await openAsked()
  const { sid } = await rooms().say(room, anna.identity, 'It is.', now())
  await list()
  await pass(1_000)
  await rooms().edit(room, sid, 'It is not.', { ...now(), origin: 'http://127.0.0.1:9' })
  await bed.twilio.deliverTo(await connectedNumber(), { from: client, body: 'Thanks', at: now().at }, now())
  await ask(25 * hourMs)
  expect((await lines())[1]).toMatchObject({ body: 'It is not.', structured: { writtenBy: anna.identity } })
})
const connectedNumber = async () => (await bed.admin.call('GET', numbersUrl)).json.items[0].address as string

test(
  'two changes within a second are versions in their order, and the list adds none',
  { tags: ['whole'] },
  async () => {
    const { room } = await openAsked()
    const { sid } = await rooms().say(room, anna.identity, 'It is.', now())
    await list()
    for (const body of ['It is not.', 'It may be.']) {
      bed.world.pass(150)
      await rooms().edit(room, sid, body, now())
    }
    await ask()
    expect((await lines()).slice(1).map(said)).toEqual([
      ['It may be.', anna.identity, ['It is.', 'It is not.', 'It may be.'], false],
    ])
  },
)

test('what was removed from the room is kept and says so', async () => {
  const { room } = await openAsked()
  const { sid } = await rooms().say(room, anna.identity, 'It is.', now())
  await list()
  await ask()
  await rooms().remove(room, sid, now())
  await bed.world.settle()
  expect((await lines()).slice(1).map(said)).toEqual([['It is.', anna.identity, [], true]])
})

test('a change of what the client wrote, which no answer links, changes nothing', async () => {
  const { room } = await openAsked()
  const { sid } = await rooms().say(room, client, 'Hello?', now())
  await bed.world.settle()
  await rooms().edit(room, sid, 'Something else', now())
  await pass(8 * 24 * hourMs)
  await bed.world.settle()
  expect(await bodies()).toEqual(['Hello?', 'Is it approved?'])
})

test('who joins and leaves the room is a line of the conversation, once', async () => {
  const { room } = await openAsked()
  await rooms().join(room, bob, now())
  await ask()
  await rooms().leave(room, bob, now())
  await ask()
  const { memberships } = await thread()
  expect(memberships.map((one: { action: string; who: string }) => [one.action, one.who])).toEqual([
    ['joined', bob.identity],
    ['left', bob.identity],
  ])
})

test(
  'two numbers in one room: each has its own text message, with the change',
  { tags: ['whole'] },
  async () => {
    const other = '+14155569999'
    const second = '+15550107799'
    const { id, room } = await openAsked({ address: second, proxy: other })
    await connect(other)
    await bed.twilio.deliverTo(other, { from: second, body: 'Me too', at: now().at }, now())
    await bed.world.settle()
    await ask(hourMs)
    expect(hooksSet()).toBe(2)
    const { sid } = await rooms().say(room, anna.identity, 'To both', now())
    await list()
    await pass(1_000)
    await rooms().edit(room, sid, 'To you both', now())
    await ask()
    const found = await threads()
    expect(
      found.map(({ accountId, messages }) => [accountId === id, said((messages as Line[]).at(-1)!)]),
    ).toEqual(
      expect.arrayContaining([
        [true, ['To you both', anna.identity, ['To both', 'To you both'], false]],
        [false, ['To you both', anna.identity, ['To both', 'To you both'], false]],
      ]),
    )
    expect(found).toHaveLength(2)
  },
)

test('the hooks of rooms are taken back when the account is removed, and others stay', async () => {
  const { id, room } = await openAsked()
  const hooks = `/v1/Services/${rooms().serviceSid}/Conversations/${room.sid}/Webhooks`
  const ofRoom = async () => {
    const authorization = `Basic ${btoa(`${bed.twilio.accountSid}:${bed.twilio.authToken}`)}`
    const answer = await fetch(`http://${bed.twilio.host}${hooks}`, { headers: { authorization } })
    const { webhooks } = (await answer.json()) as { webhooks: { configuration: { url: string } }[] }
    return webhooks.map(({ configuration }) => configuration.url)
  }
  const authorization = `Basic ${btoa(`${bed.twilio.accountSid}:${bed.twilio.authToken}`)}`
  await fetch(`http://${bed.twilio.host}${hooks}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams([
      ['Target', 'webhook'],
      ['Configuration.Url', 'https://bot.acme.test/room'],
      ['Configuration.Method', 'POST'],
      ['Configuration.Filters', 'onMessageAdded'],
    ]),
  })
  expect(await ofRoom()).toHaveLength(2)
  await bed.admin.call('POST', `${numbersUrl}/${id}/request-delete`)
  while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
  expect(await ofRoom()).toEqual(['https://bot.acme.test/room'])
})

test('an organization without a conversation service is not asked about', async () => {
  const account = await connect()
  rooms().calls.length = 0
  await bed.twilio.deliverTo(account.number, { from: client, body: 'Hello', at: now().at }, now())
  await bed.world.settle()
  expect(await ask(2 * hourMs)).toBe(0)
  expect(rooms().calls).toEqual([])
})

test('a provider that is busy, or that loses its answer, is asked again, and a room has one hook of ours', async () => {
  const { room } = await open()
  await rooms().say(room, client, 'Is it approved?', now())
  await bed.world.settle()
  rooms().isBusy = true
  expect(await ask(hourMs + minuteMs)).toBe(1)
  rooms().isBusy = false
  rooms().afterHookSet = () => {
    rooms().afterHookSet = undefined
    return Promise.resolve('lost')
  }
  expect(await ask()).toBe(1)
  expect(await ask(5 * minuteMs)).toBe(1)
  expect(hooksSet()).toBe(1)
  expect((await thread()).participants).toHaveLength(3)
})
