import type { AccountId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { openKeyStore } from '#flows/collect/keys.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { fetchDueMedia } from '#flows/fetch-media/fetch-media.ts'
import { inTenant } from '#platform/db.ts'
import { useLinkedSignal } from '#testing/linked-signal.ts'

const bed = useLinkedSignal('signal')
const {
  accounts,
  number,
  add,
  stateOf,
  until,
  stepOf,
  want,
  wantOnly,
  link,
  peer,
  sentAt,
  dataMessage,
  bodies,
  records,
} = bed

test('an owner links their app, and what they receive and send is captured', async () => {
  await link()
  expect(await stepOf()).toBeUndefined()
  bed.daemon.attachments.set('Kq3.txt', Buffer.from('words in a file'))
  const [first, second] = [sentAt(), sentAt()]
  const edit = (targetSentTimestamp: number, timestamp: number, message: string) => ({
    envelope: {
      ...peer,
      timestamp,
      editMessage: { targetSentTimestamp, dataMessage: { timestamp, message } },
    },
  })
  const events = [
    dataMessage({ message: 'hello' }, first),
    edit(first, second, 'hello again'),
    edit(second, sentAt(), 'hello at last'),
    dataMessage({
      message: 'see this',
      attachments: [{ id: 'Kq3.txt', contentType: 'text/plain', filename: 'a.txt' }],
    }),
  ]
  for (const event of events) bed.daemon.receive(number(), event)
  await until(async () => (await records()) === events.length)
  await bed.world.settle()
  expect(await bodies()).toEqual(['hello at last', 'see this'])
  await fetchDueMedia(bed.world.ctx, bed.tenantId)
  const states = await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
    tx.selectFrom('attachment').select('state').execute(),
  )
  expect(states).toEqual([{ state: 'stored' }])

  // The pictures of a preview and of a contact are at the daemon, too; one that it could not download is missing in the end.
  bed.daemon.attachments.set('prev.jpg', Buffer.from('a picture of a page'))
  bed.daemon.attachments.set('ann.jpg', Buffer.from('a picture of Ann'))
  const picture = (of: string) => ({ id: of, contentType: 'image/jpeg', size: 4 })
  bed.daemon.receive(
    number(),
    dataMessage({
      message: 'https://acme.test',
      previews: [
        { url: 'https://acme.test', image: picture('prev.jpg') },
        { url: 'https://acme.test/2', image: picture('lost.jpg') },
      ],
    }),
  )
  bed.daemon.receive(
    number(),
    dataMessage({ contacts: [{ name: { given: 'Ann' }, avatar: { attachment: picture('ann.jpg') } }] }),
  )
  await until(async () => (await records()) === events.length + 2)
  await bed.world.settle()
  for (let tries = 0; tries < 5; tries += 1) {
    await fetchDueMedia(bed.world.ctx, bed.tenantId)
    bed.world.pass(60 * 60_000)
  }
  const pictures = await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
    tx
      .selectFrom('attachment')
      .where('mime_declared', '=', 'image/jpeg')
      .select(['state', 'gap_reason', 'size_bytes'])
      .execute(),
  )
  expect(pictures.toSorted((a, b) => Number(b.size_bytes) - Number(a.size_bytes))).toEqual([
    { state: 'stored', gap_reason: null, size_bytes: '19' },
    { state: 'stored', gap_reason: null, size_bytes: '16' },
    { state: 'gap', gap_reason: 'not-found', size_bytes: '4' },
  ])
})

test('what the owner sends on the phone shows that the phone is there; an event that comes again is the same', async () => {
  const id = await link()
  const before = await records()
  const first = dataMessage({ message: 'hello' })
  bed.daemon.receive(number(), first)
  await until(async () => (await records()) === before + 1)

  // What the owner sends on the phone shows that the phone is there; a computer of theirs does not.
  const phoneSeenAt = () =>
    inTenant(bed.world.ctx.db, bed.tenantId, async (tx) => {
      const row = await tx.selectFrom('account_session').select('phone_seen_at').executeTakeFirstOrThrow()
      return row.phone_seen_at
    })
  expect(await phoneSeenAt()).toEqual(bed.world.ctx.now())
  await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
    tx
      .updateTable('account_session')
      .set({ phone_seen_at: new Date(0) })
      .execute(),
  )
  const own = { sourceNumber: number(), timestamp: sentAt(), syncMessage: { readMessages: [] } }
  bed.daemon.receive(number(), { envelope: { ...own, sourceDevice: 2 } })
  bed.daemon.receive(number(), {
    envelope: { ...peer, timestamp: sentAt(), sourceDevice: 1, dataMessage: {} },
  })
  await until(async () => (await records()) === before + 3)
  expect(await phoneSeenAt()).toEqual(new Date(0))
  bed.daemon.receive(number(), { envelope: { ...own, sourceDevice: 1 } })
  await until(async () => (await phoneSeenAt())!.getTime() > 0)

  // The same event again is the same record, also after the stream was cut in the middle of one.
  bed.daemon.receive(number(), first)
  bed.daemon.receive(number(), dataMessage({ message: 'cut' }), true)
  await until(() => bed.collecting.accountIds.length === 0)
  // The daemon does not give that one again, so what came of it is kept.
  expect([await records(), (await stateOf(id))[0]]).toEqual([before + 5, 'active'])
})

test('an unreachable daemon and its return show in the status; a removed account is unlinked', async () => {
  const id = await link()
  await bed.daemon.close()
  await until(() => bed.collecting.accountIds.length === 0)
  for (let tries = 0; tries < 8; tries += 1) {
    bed.world.pass(130_000)
    await bed.collecting.tick()
    await until(() => bed.collecting.accountIds.length === 0)
  }
  expect(await stateOf(id)).toEqual(['not-available', 'unreachable'])
  await bed.daemon.listen()
  bed.world.pass(300_000)
  await bed.collecting.tick()
  await until(async () => (await stateOf(id))[0] === 'active')
  bed.daemon.receive(number(), dataMessage({ message: 'back' }))
  await until(async () => (await records()) === 1)

  expect((await bed.admin.call('POST', `${accounts}/${id}/request-delete`)).status).toBeLessThan(300)
  await Promise.all([bed.collecting.tick(), settleRequests(bed.world.ctx, bed.tenantId)])
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
  expect([bed.daemon.accounts.has(number()), bed.daemon.streamsOf(number())]).toEqual([false, 0])
}, 20_000)

test('a phone with another number is unlinked again, and the account shows the reason', async () => {
  const id = await add()
  const code = await want(id)
  await until(() => bed.daemon.waitsFor(code))
  bed.daemon.scan(code, '+14155559999')
  await until(async () => (await stateOf(id))[1] === 'address-differs')
  expect(bed.daemon.accounts.has('+14155559999')).toBe(false)
})

test('an unscanned code is followed by another one', { tags: ['whole'] }, async () => {
  const id = await add()
  const code = await want(id)
  await until(() => bed.daemon.waitsFor(code))
  bed.daemon.expire(code)
  await until(async () => ![undefined, code].includes((await stepOf())?.value))
  expect(await stateOf(id)).toEqual(['available', undefined])
})

test('an account of the daemon is not shown to an organization that did not link it', async () => {
  bed.daemon.accounts.add(number())
  const id = await add()
  await want(id)
  expect([bed.daemon.streamsOf(number()), (await stateOf(id))[0]]).toEqual([0, 'available'])
})

test('a link that the owner ended waits for people, who link it again', async () => {
  const id = await link()
  bed.daemon.signOut(number())
  await until(async () => (await stateOf(id))[1] === 'signed-out')
  expect((await bed.admin.call('POST', `${accounts}/${id}/request-reconnect`)).status).toBeLessThan(300)
  expect(await stateOf(id)).toEqual(['available', undefined])
  await until(() => bed.collecting.accountIds.length === 0)
  await bed.collecting.tick()
  expect(bed.collecting.accountIds).toEqual([])
  const keys = await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
    tx.selectFrom('account_key').selectAll().execute(),
  )
  expect(keys).toEqual([])
})

test('a link of an earlier release, which kept the time of it, remains', async () => {
  const id = (await add()) as AccountId
  bed.daemon.accounts.add(number())
  await openKeyStore(bed.world.ctx, { tenantId: bed.tenantId, id }).set([
    { type: 'device', id: 'linked', value: Buffer.from('2026-11-01T09:00:00.000Z') },
  ])
  await wantOnly(id)
  await until(() => bed.daemon.streamsOf(number()) === 1)
})

test(
  'a file of a daemon that is asked too often is fetched afterwards, however often it was asked',
  { tags: ['whole'] },
  async () => {
    await link()
    bed.daemon.attachments.set('Kq4.txt', Buffer.from('words in a file'))
    const attachments = [{ id: 'Kq4.txt', contentType: 'text/plain', filename: 'a.txt' }]
    bed.daemon.receive(number(), dataMessage({ message: 'see this', attachments }))
    await until(async () => (await records()) === 1)
    await bed.world.settle()
    const file = () =>
      inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
        tx.selectFrom('attachment').select(['state', 'attempts']).executeTakeFirstOrThrow(),
      )
    bed.daemon.isTooOften = true
    for (let tries = 1; tries <= 6; tries += 1) {
      expect(await fetchDueMedia(bed.world.ctx, bed.tenantId)).toBe(1)
      expect(await file()).toEqual({ state: 'pending', attempts: tries })
      // Not at once.
      expect(await fetchDueMedia(bed.world.ctx, bed.tenantId)).toBe(0)
      bed.world.pass(3 * 60 * 60_000)
    }
    bed.daemon.isTooOften = false
    expect(await fetchDueMedia(bed.world.ctx, bed.tenantId)).toBe(1)
    expect((await file()).state).toBe('stored')
  },
)

test(
  'a link that Signal was asked for too often is tried again after a pause',
  { tags: ['whole'] },
  async () => {
    const id = await add()
    const code = await want(id)
    await until(() => bed.daemon.waitsFor(code))
    const asked = () => bed.daemon.calls.filter((method) => method === 'startLink').length
    const before = asked()
    bed.daemon.expire(code, -5)
    await until(() => bed.collecting.accountIds.length === 0)
    await bed.collecting.tick()
    expect([bed.collecting.accountIds, asked()]).toEqual([[], before])
    bed.world.pass(5_000)
    await bed.collecting.tick()
    await until(() => asked() === before + 1)
  },
)

test('a link counts as one while Signal is asked too often, and what arrives is captured', async () => {
  const id = await link()
  bed.daemon.isTooOften = true
  bed.daemon.receive(number(), dataMessage({ message: 'cut' }), true)
  await until(() => bed.collecting.accountIds.length === 0)
  bed.world.pass(60_000)
  await bed.collecting.tick()
  await until(() => bed.daemon.streamsOf(number()) === 1)
  bed.daemon.receive(number(), dataMessage({ message: 'heard' }))
  await until(async () => (await records()) === 1)
  expect((await stateOf(id))[0]).toBe('active')
})
