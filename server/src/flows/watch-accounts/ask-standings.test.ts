/** A lost update, or a person whom the archive does not include: once a day the source is asked. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { inTenant } from '#platform/db.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { FakeWecomApi } from '#testing/fakes/wecom-api.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { alice, carl, setUpSources } from '#testing/sources.ts'
import { openWorld, type World } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

describe('Telegram', () => {
  const { bed, stateOf, deliver, linkAlice, reachable } = setUpSources()
  const look = async (afterMs = 0) => {
    bed.world.pass(afterMs)
    // A session does not last for days.
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    bed.telegram.calls.length = 0
    await checkAccounts(reachable(), bed.tenant.id)
    await bed.world.settle()
    return bed.telegram.calls.filter((method) => method === 'getBusinessConnection').length
  }
  const gaps = (accountId: string) =>
    inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
      const rows = await tx.selectFrom('account_gap').selectAll().execute()
      return rows.flatMap((row) =>
        row.account_id === accountId ? [[row.kind, row.problem, row.ended_at]] : [],
      )
    })

  test('a person whose disconnection was lost is asked about within a day, and shown as by the update', async () => {
    const { id, connection } = await linkAlice()
    expect([await look(), await look(hourMs), await look(hourMs)]).toEqual([1, 0, 0])
    expect((await stateOf(id))[0]).toBe('active')
    bed.telegram.disconnected(alice, connection)
    expect(await look(dayMs)).toBe(1)
    expect(await stateOf(id)).toEqual(['not-available', 'signed-out', String(alice.id)])
    expect(await gaps(id)).toEqual([['disconnected', 'signed-out', null]])
    // Nothing is asked about a connection that has ended; a new one is a new one.
    expect(await look(dayMs)).toBe(0)
    await deliver(bed.telegram.connected(alice))
    expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
    expect(await look(dayMs)).toBe(1)
    expect((await stateOf(id))[0]).toBe('active')
  })

  test('a connection that Telegram does not have any more has ended', async () => {
    const { id, connection } = await linkAlice()
    bed.telegram.forgotten.add(connection)
    expect(await look(60_000)).toBe(1)
    expect(await stateOf(id)).toEqual(['not-available', 'signed-out', String(alice.id)])
  })

  test('an update after the question counts, though the answer is read later', async () => {
    const { id, connection } = await linkAlice()
    bed.telegram.disconnected(alice, connection)
    bed.telegram.calls.length = 0
    bed.world.pass(60_000)
    await checkAccounts(reachable(), bed.tenant.id)
    expect(bed.telegram.calls).toContain('getBusinessConnection')
    bed.world.pass(1_000)
    await deliver(bed.telegram.connected(alice))
    expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  })

  test.each([
    ['is away', { status: 502, description: 'Bad Gateway' }],
    ['refuses the token', { status: 401, description: 'Unauthorized' }],
    ['does not understand', { status: 400, description: 'Bad Request: something else' }],
  ])(
    'a Telegram that %s says nothing of the person, who is asked about again',
    { tags: ['whole'] },
    async (_, failing) => {
      const { id } = await linkAlice()
      bed.telegram.failing = failing
      await look()
      bed.telegram.failing = undefined
      expect((await stateOf(id))[0]).toBe('active')
      expect([await look(60_000), await look(10 * 60_000)]).toEqual([0, 1])
    },
  )

  test('Telegram is asked again when it said, and an answer about another person says nothing', async () => {
    const { id, connection } = await linkAlice()
    bed.telegram.failing = { status: 429, description: 'Too Many Requests', retryAfter: 1_800 }
    await look()
    bed.telegram.failing = undefined
    expect([await look(20 * 60_000), await look(11 * 60_000)]).toEqual([0, 1])
    // As if it confused two connections.
    bed.telegram.disconnected(carl, connection)
    expect(await look(dayMs)).toBe(1)
    expect((await stateOf(id))[0]).toBe('active')
  })
})

describe('WeCom', () => {
  const accounts = '/external-accounts/api/v1/wecom/accounts'
  let database: TestDatabase
  let world: World
  let wecom: FakeWecomApi
  beforeAll(async () => {
    database = await openTestDatabase()
    wecom = new FakeWecomApi()
    await wecom.listen()
    world = await openWorld(database.url, { MEDIA_HOSTS: wecom.host })
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await wecom?.close()
    await database?.close()
  })

  let turn = 0
  async function open(...employees: string[]) {
    turn += 1
    const tenant = await world.makeTenant(`seats-${turn}`)
    // A session does not last for days.
    const admin = () => world.as(tenant, tenant.users.tenant_admin)
    const add = async (entered: object) => {
      const { status, json } = await (await admin()).call('POST', accounts, entered)
      expect(status).toBe(200)
      return json.id as string
    }
    const details = { archiveSecret: wecom.archiveSecret, privateKeys: new FakeWecom().secrets.privateKeys }
    const source = await add({ name: 'Acme', address: `ww1436e0e65a77${1000 + turn}`, details })
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .updateTable('channel_account')
        .set({ status: 'active', connected_at: world.ctx.now() })
        .where('channel', '=', 'wecom')
        .execute(),
    )
    const ids: string[] = []
    for (const address of employees) ids.push(await add({ name: address, address, sourceId: source }))
    const stateOf = async (id: string) => {
      const { json } = await (await admin()).call('GET', `${accounts}/${id}`)
      return [json.status, json.problem]
    }
    const look = async (afterMs = 0) => {
      world.pass(afterMs)
      wecom.asked.length = 0
      await checkAccounts(world.ctx, tenant.id)
      await world.settle()
      return wecom.asked.filter((path) => path.endsWith('get_permit_user_list')).length
    }
    return { tenant, admin, ids, look, stateOf }
  }

  test('an employee without a seat, or with a misspelled ID, is shown so until the archive includes them', async () => {
    wecom.archived = ['LiWei']
    const { ids, look, stateOf, admin } = await open('LiWei', 'ZhangSan', 'WangWoo')
    expect(await look()).toBe(1)
    const states = () => Promise.all(ids.map(stateOf))
    const missing = ['not-available', 'not-archived']
    expect(await states()).toEqual([['available', undefined], missing, missing])
    expect(await look(hourMs)).toBe(0)
    wecom.archived = ['LiWei', 'ZhangSan', 'WangWu']
    expect(await look(dayMs)).toBe(1)
    expect(await states()).toEqual([['available', undefined], ['available', undefined], missing])
    // A corrected ID is asked about soon.
    const { status } = await (await admin()).call('PUT', `${accounts}/${ids[2]}`, { address: 'WangWu' })
    expect(status).toBe(200)
    expect(await stateOf(ids[2]!)).toEqual(['available', undefined])
    expect(await look(10 * 60_000)).toBe(1)
    expect(await stateOf(ids[2]!)).toEqual(['available', undefined])
    await (await admin()).call('PUT', `${accounts}/${ids[2]}`, { address: 'WangWoooo' })
    expect(await look(10 * 60_000)).toBe(1)
    expect(await stateOf(ids[2]!)).toEqual(missing)
  })

  test('people are mailed once about an employee without a seat who was never connected, and when they have one', async () => {
    wecom.archived = []
    const { ids, look, tenant, admin } = await open('LiWei', 'WangWoo')
    const mails = async () => {
      await notifyOfGaps(world.ctx, tenant.id)
      const waiting = await inTenant(world.ctx.db, tenant.id, (tx) => findWaitingMails(tx, world.ctx.secrets))
      return waiting.filter(({ to }) => to.startsWith('tenant_admin'))
    }
    await look()
    expect(await mails()).toEqual([])
    world.pass(minuteMs)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: '2 accounts may miss messages' })
    expect(mail?.text).toContain('The provider doesn’t archive this person')
    await look(dayMs)
    await look(dayMs)
    expect(await mails()).toHaveLength(1)
    // Another ID is another person, of whom nothing is known yet.
    await (await admin()).call('PUT', `${accounts}/${ids[1]}`, { address: 'WangWu' })
    wecom.archived = ['LiWei', 'WangWu']
    await look(dayMs)
    world.pass(minuteMs)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'WeCom account “LiWei” is archived by the provider',
      '2 accounts may miss messages',
    ])
  })

  test(
    'people are mailed about an employee of whom an earlier release noted no gap',
    { tags: ['whole'] },
    async () => {
      wecom.archived = []
      const { look, tenant } = await open('LiWei')
      const gaps = () =>
        inTenant(world.ctx.db, tenant.id, (tx) =>
          tx.selectFrom('account_gap').select(['problem', 'ended_at', 'notify_at']).execute(),
        )
      await look()
      await inTenant(world.ctx.db, tenant.id, (tx) => tx.deleteFrom('account_gap').execute())
      for (let days = 0; days < 2; days++) await look(dayMs)
      expect(await gaps()).toEqual([{ problem: 'not-archived', ended_at: null, notify_at: expect.any(Date) }])
    },
  )

  test(
    'a connected employee who loses the seat has a gap until it is back',
    { tags: ['whole'] },
    async () => {
      wecom.archived = ['LiWei']
      const { ids, look, stateOf, tenant } = await open('LiWei')
      const [id] = ids as [string]
      await inTenant(world.ctx.db, tenant.id, (tx) =>
        tx
          .updateTable('channel_account')
          .set({ status: 'active', connected_at: world.ctx.now() })
          .where('channel', '=', 'wecom')
          .execute(),
      )
      const gaps = () =>
        inTenant(world.ctx.db, tenant.id, async (tx) => {
          const rows = await tx.selectFrom('account_gap').select(['problem', 'ended_at']).execute()
          return rows.map((row) => [row.problem, row.ended_at !== null])
        })
      await look()
      wecom.archived = []
      await look(dayMs)
      expect(await stateOf(id)).toEqual(['not-available', 'not-archived'])
      expect(await gaps()).toEqual([['not-archived', false]])
      // What asks again with the same answer changes nothing.
      await look(dayMs)
      wecom.archived = ['LiWei']
      await look(dayMs)
      expect(await stateOf(id)).toEqual(['active', undefined])
      expect(await gaps()).toEqual([['not-archived', true]])
    },
  )

  test.each(
    shareOf<[string, (isFailing: boolean) => void]>(
      [
        ['is away', (isFailing: boolean) => void (wecom.isAway = isFailing)],
        [
          'refuses the secret',
          (isFailing: boolean) => void (wecom.refusing = isFailing ? 40_001 : undefined),
        ],
        [
          'is not for this network',
          (isFailing: boolean) => void (wecom.failing = isFailing ? 60_020 : undefined),
        ],
        ['gives no list', (isFailing: boolean) => void (wecom.archived = isFailing ? undefined : [])],
      ],
      4,
    ),
  )('a WeCom that %s says of no one that they have no seat', async (_, setFailing) => {
    const { ids, look, stateOf } = await open('LiWei')
    setFailing(true)
    await look()
    expect(await stateOf(ids[0]!)).toEqual(['available', undefined])
    setFailing(false)
    wecom.archived = []
    await look(dayMs)
    expect(await stateOf(ids[0]!)).toEqual(['not-available', 'not-archived'])
  })

  test('employees of another organization are not touched', async () => {
    wecom.archived = ['LiWei']
    const other = await open('ZhangSan')
    const { look } = await open('ZhangSan')
    await look()
    expect(await other.stateOf(other.ids[0]!)).toEqual(['available', undefined])
  })
})
