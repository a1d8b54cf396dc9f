/** The history that a provider hands over after linking, and people who stop it. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { forgetLink } from '#domains/accounts/linking.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { type Collecting, openCollecting } from './collect.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let collecting: Collecting | undefined
useTenants('linked-history', (made, its) => {
  world = its
  tenant = made
  peer = openPeer({ forgets: true })
})
afterEach(async () => {
  await inTx((tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
  await collecting?.close()
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const delivery = (text: string) => ({ contentType: 'text/plain', body: Buffer.from(text) })
const past = (text: string) => ({ ...delivery(text), isHistory: true as const })
const kept = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select('source_key').execute())
      .map((row) => row.source_key)
      .toSorted(),
  )

async function connect(): Promise<AccountId> {
  const id = await inTx((tx) => addCollected(tx, world.ctx.now()))
  collecting = openCollecting(world.ctx, { holder: `history-${id}`, collectors: [peer.collector] })
  await collecting.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.connected()
  return id
}

test('progress of the history after linking is shown, and after people stop it nothing more of it is kept', async () => {
  const id = await connect()
  const [session] = peer.sessions
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const path = `/bff/api/v1/accounts/${id}`
  const shown = async () => (await admin.call('GET', `${path}/coverage`)).json.linkedHistory
  const stop = (caller = admin) => caller.call('POST', `${path}/history`, { action: 'stop' })
  expect(await shown()).toBeUndefined()
  expect((await stop()).json.code).toBe('account.not-compared')

  await session?.keep([past('a')])
  session?.importedHistory(40)
  await until(async () => (await shown())?.progress === 40)
  expect(await shown()).toMatchObject({ state: 'importing' })
  const compliance = await world.as(tenant, tenant.users.compliance)
  expect((await stop(compliance)).status).toBe(403)
  const stranger = await world.makeTenant('linked-history-other')
  expect((await stop(await world.as(stranger, stranger.users.tenant_admin))).status).toBe(404)

  expect((await stop()).status).toBe(200)
  expect(await shown()).toMatchObject({ state: 'stopped', progress: 40 })
  await session?.keep([past('b'), delivery('new')])
  await session?.keep([past('c')])
  await session?.keep([delivery('newer')])
  await until(async () => (await kept()).length === 3)
  expect(await kept()).toEqual(['a', 'new', 'newer'])
  const { items } = (await admin.call('GET', `/audit/events?filter=target[eq]:${id}`)).json
  expect(items.map(({ type }: { type: string }) => type)).toContain('account_history_stopped')

  // What is linked anew is handed its history anew.
  await inTx((tx) => forgetLink(tx, id))
  expect(await shown()).toBeUndefined()
})

test('the history after linking is over once all of it came, or nothing more comes', async () => {
  const id = await connect()
  const [session] = peer.sessions
  let admin = await world.as(tenant, tenant.users.tenant_admin)
  const shown = async () =>
    (await admin.call('GET', `/bff/api/v1/accounts/${id}/coverage`)).json.linkedHistory
  session?.importedHistory(70)
  await until(async () => (await shown())?.progress === 70)
  // Another part of it begins anew.
  session?.importedHistory(20)
  world.pass(11 * 60_000)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  await until(async () => (await shown())?.state === 'done')
  expect((await shown()).progress).toBe(70)
})

test('the history after linking goes back to the initial history date of the organization', async () => {
  await inTx((tx) => tx.updateTable('organization').set({ initial_history_date: '2026-01-15' }).execute())
  await connect()
  expect(peer.sessions[0]?.historySince).toEqual(new Date('2026-01-15T00:00:00Z'))
})
