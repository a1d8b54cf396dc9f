/** An organization for each test, whose accounts are linked through a daemon of Signal. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type FakeSignalCli, openFakeSignalCli } from './fakes/signal-cli.ts'
import { until } from './until.ts'
import { openWorld, type World } from './world.ts'

interface SignalBed {
  world: World
  daemon: FakeSignalCli
  tenantId: TenantId
  admin: Caller
  collecting: Collecting
}

export function useLinkedSignal(label: string) {
  const bed = {} as SignalBed
  let database: TestDatabase
  let turn = 0
  beforeAll(async () => {
    database = await openTestDatabase()
    bed.daemon = await openFakeSignalCli()
    bed.world = await openWorld(database.url, { SIGNAL_DAEMON_URL: bed.daemon.url })
  }, 60_000)
  afterAll(async () => {
    await bed.world?.[Symbol.asyncDispose]()
    await bed.daemon?.close()
    await database?.close()
  })
  beforeEach(async () => {
    turn += 1
    bed.daemon.isTooOften = false
    const tenant = await bed.world.makeTenant(`${label}-${turn}`)
    bed.tenantId = tenant.id
    bed.admin = await bed.world.as(tenant, tenant.users.tenant_admin)
    bed.collecting = openCollecting(bed.world.ctx, { holder: `test-${turn}`, collectors: findCollectors() })
  })
  afterEach(async () => {
    await bed.collecting.close()
    await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
      tx.updateTable('channel_account').set({ status: 'inactive' }).execute(),
    )
  })

  const accounts = '/external-accounts/api/v1/signal/accounts'
  const number = () => `+141555502${String(turn).padStart(2, '0')}`
  const add = async (): Promise<string> => {
    const { status, json } = await bed.admin.call('POST', accounts, { name: 'Ana', address: number() })
    expect([status, json.status]).toEqual([200, 'available'])
    return json.id
  }
  const stateOf = async (id: string) => {
    const { status, problem } = (await bed.admin.call('GET', `${accounts}/${id}`)).json
    return [status, problem]
  }
  const stepOf = () =>
    inTenant(bed.world.ctx.db, bed.tenantId, async (tx) => {
      const row = await tx.selectFrom('account_session').select('step').executeTakeFirst()
      return row?.step ?? undefined
    })

  /** Someone opens the page for linking; resolves with the code that it shows. */
  async function want(id: string): Promise<string> {
    await wantOnly(id)
    await until(async () => (await stepOf()) !== undefined)
    return (await stepOf())!.value
  }
  async function wantOnly(id: string): Promise<void> {
    const wantedUntil = new Date(bed.world.ctx.now().getTime() + 120_000)
    await inTenant(bed.world.ctx.db, bed.tenantId, (tx) =>
      tx
        .insertInto('account_session')
        .values({ account_id: id as AccountId, wanted_until: wantedUntil })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ wanted_until: wantedUntil }),
        )
        .execute(),
    )
    await bed.collecting.tick()
  }
  async function link(): Promise<string> {
    const id = await add()
    const code = await want(id)
    await until(() => bed.daemon.waitsFor(code))
    bed.daemon.scan(code, number())
    await until(async () => (await stateOf(id))[0] === 'active')
    return id
  }
  const peer = {
    sourceNumber: '+351912000111',
    sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
    sourceName: 'Bob',
  }
  let clock = 0
  const sentAt = () => bed.world.ctx.now().getTime() - 60_000 + (clock += 1)
  const dataMessage = (message: object, timestamp = sentAt()) => ({
    envelope: { ...peer, timestamp, dataMessage: { timestamp, ...message } },
  })
  const bodies = async () =>
    (await bed.admin.call('GET', '/bff/api/v1/messages?limit=50')).json.items
      .map(({ body }: { body: string }) => body)
      .toSorted()
  const records = () =>
    inTenant(bed.world.ctx.db, bed.tenantId, async (tx) => {
      const row = await tx
        .selectFrom('message_record')
        .select(tx.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(row.n)
    })

  return Object.assign(bed, {
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
  })
}
