/**
 * Measures the time from an administrator's change of access, with a thousand sockets open, until the old access ends
 * everywhere: the sockets of a person who lost it get no changes, and their next request is refused. Compared with one
 * notification through the same database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { byVerbatim } from '@verbatim/server/domains/audit/commands.ts'
import { createIdentityUsers } from '@verbatim/server/domains/identity/commands.ts'
import { createUsers } from '@verbatim/server/domains/users/commands.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { Caller } from '@verbatim/server/testing/caller.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { type Claim, median, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { openPlainClient, openTenantClient } from './tenant-client.ts'
import { inRounds } from './timed.ts'

const people = 250
const socketsEach = 4
const changes = 12
const warmUps = 2
/** Source: docs/rules/promises.md. */
const marks = { atMost: 5_000 }

export const access: Claim = {
  name: 'access',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('access')
    const installation = await openInstallation(product, tenant)
    const times = await inRounds({ rounds: changes, warmUps }, async (round) => {
      const { heard, refused } = await installation.takeAway()
      const closed = await installation.disable(round)
      tell(
        `${round}: received ${heard.toFixed(0)}, refused ${refused.toFixed(0)}, closed ${closed.toFixed(0)} ms`,
      )
      return { heard, refused, closed, floor: await installation.notifyOnce() }
    })
    await installation.close()
    const shared = {
      floor: median(times.floor),
      against: 'one notification through the database',
      unit: 'ms',
      marks,
    } as const
    const with1000 = `${(people * socketsEach).toLocaleString('en-GB')} sockets open`
    return [
      {
        what: `Permission taken away, ${with1000}: every socket of whom it was taken from judged again, p95`,
        ours: percentile(times.heard, 0.95),
        ...shared,
      },
      {
        what: `Permission taken away, ${with1000}: next request refused, p95`,
        ours: percentile(times.refused, 0.95),
        ...shared,
      },
      {
        what: `A user disabled, ${with1000}: their socket closed, p95`,
        ours: percentile(times.closed, 0.95),
        ...shared,
      },
    ]
  },
}

/** An organization whose people may see the audit trail through one profile, and all have open pages. */
async function openInstallation(product: Product, tenant: WorldTenant) {
  const { world, origin, port } = product
  const admin = await world.as(tenant, tenant.users.super_admin)
  const ids = await settle(product, tenant)
  const ask = openTenantClient(port, tenant.label)
  const look = openPlainClient(port, tenant.label)
  const call = async (method: string, path: string, body: object) =>
    (await ask({ method, path, token: admin.token, body: JSON.stringify(body) })) as {
      id: string
      version: number
    }
  const profiles = '/bff/api/v1/permission-profiles'
  const given = { channels: [], groups: [] }
  const profile = await call('POST', profiles, {
    name: 'Auditors',
    ...given,
    permissions: ['audit.view'],
    memberIds: ids,
  })
  const callers = await Promise.all(ids.map((id) => world.as(tenant, id)))
  const sockets = await Promise.all(callers.map((caller) => openSockets(origin, caller)))
  const listening = new pg.Client({ connectionString: product.adminUrl })
  await listening.connect()
  await listening.query('listen bench_floor')

  let { version } = profile
  const give = async (permissions: readonly string[]) => {
    const path = `${profiles}/${profile.id}/permissions`
    ;({ version } = await call('PUT', path, { ...given, permissions, expectedVersion: version }))
  }
  return {
    async takeAway() {
      const [caller, [socket]] = [callers.at(-1), sockets.at(-1) ?? []]
      if (!caller || !socket) throw new Error('This seat is empty')
      const statusOf = async () => (await look({ path: '/audit/events?limit=1', token: caller.token })).status
      if ((await statusOf()) !== 200) throw new Error('There is nothing to take away')
      const since = performance.now()
      const heard = received(socket, 'changed').then(() => performance.now() - since)
      const saved = give([])
      while ((await statusOf()) !== 403) await pause(1)
      const refused = performance.now() - since
      await saved
      const result = { heard: await heard, refused }
      await give(['audit.view'])
      // Granting it again also notifies, and the next round must not receive that.
      await pause(1_000)
      return result
    },
    async disable(turn: number) {
      const [id, [socket]] = [ids[turn], sockets[turn] ?? []]
      if (!id || !socket) throw new Error('No user is left to disable')
      const since = performance.now()
      const closed = received(socket, 'disconnect').then(() => performance.now() - since)
      await call('PUT', `/bff/api/v1/users/${id}`, { enabled: false })
      const took = await closed
      await pause(1_000)
      return took
    },
    async notifyOnce() {
      const heard = new Promise<number>((resolve) =>
        listening.once('notification', () => resolve(performance.now() - since)),
      )
      const since = performance.now()
      await product.admin.query(`select pg_notify('bench_floor', '')`)
      return heard
    },
    async close() {
      for (const socket of sockets.flat()) socket.close()
      await listening.end()
    },
  }
}

/** Makes the people, who may sign in. */
async function settle({ world: { ctx } }: Product, tenant: WorldTenant): Promise<UserId[]> {
  const ids = Array.from({ length: people }, () => newId<UserId>(ctx.now()))
  await inTenant(ctx.db, tenant.id, async (tx) => {
    const named = ids.map((id, at) => ({
      id,
      email: `sitter${at}@access.example`,
      firstName: 'Sitter',
      lastName: String(at),
      role: 'manager' as const,
    }))
    await createUsers(tx, byVerbatim, named, ctx.now())
    await createIdentityUsers(
      tx,
      ctx,
      ids.map((id) => ({ id, password: undefined })),
    )
  })
  return ids
}

const openSockets = (origin: string, { token }: Caller): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: socketsEach }, async () => {
      const socket = io(origin, {
        path: '/bff/realtime',
        transports: ['websocket'],
        auth: { token },
        reconnection: false,
        forceNew: true,
      })
      await received(socket, 'connect')
      return socket
    }),
  )

const received = (socket: Socket, event: string) =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))
