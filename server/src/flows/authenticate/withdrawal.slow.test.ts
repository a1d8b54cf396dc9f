/** Removing access takes effect within five seconds for every endpoint, file and running answer. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { channels } from '@verbatim/contract/channels.ts'
import { permissions, rolePermissions } from '@verbatim/contract/permissions.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import type { Things } from '#testing/crawl/things.ts'
import { askAs, furnish, nonexistent, words } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let things: Things
let admin: Caller
let watcher: Caller
let profile: { id: string; version: number }

const profiles = '/bff/api/v1/permission-profiles'
const everything = { channels, groups: 'all', permissions: [...permissions] }

// One organization, because it takes long to furnish: each test begins with all access, and the last one disables the user.
useTestWorld(async (opened) => {
  world = opened
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  tenant = await world.makeTenant('taken')
  things = await furnish(world, tenant)
  admin = await world.as(tenant, tenant.users.super_admin)
  // A manager with all access through one profile, and otherwise only the permissions of the role.
  const made = await admin.call('POST', profiles, {
    name: 'Watchers',
    ...everything,
    memberIds: [tenant.users.manager],
  })
  const { version } = (await admin.call('GET', `${profiles}/${tenant.profiles.everything}`)).json
  await admin.call('PUT', `${profiles}/${tenant.profiles.everything}/members`, {
    removed: [tenant.users.manager],
    expectedVersion: version,
  })
  profile = made.json
})
beforeEach(async () => {
  await give({})
  watcher = await world.as(tenant, tenant.users.manager)
})

const routes = () =>
  world.app.served.flatMap(({ method, url, endpoint }) =>
    endpoint
      ? [{ key: `${method} ${url}`, method, access: endpoint.access, file: endpoint.file === true }]
      : [],
  )
async function give(given: object): Promise<void> {
  const answer = await admin.call('PUT', `${profiles}/${profile.id}/permissions`, {
    ...everything,
    ...given,
    expectedVersion: profile.version,
  })
  expect(answer.status).toBe(200)
  profile = answer.json
  world.pass(5_000)
}

test('removing channels and groups removes their content from every list, page, preview and file', async () => {
  const own = await watcher.call('POST', '/bff/api/v1/messages/export', { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const theirs = { ...things, exportId: own.json.exportId as string }
  const reads = routes().filter(({ method, access }) => method === 'GET' && access !== 'messenger')
  const seen = async (some = reads) => {
    const found: string[] = []
    for (const { key, file } of some) {
      const answer = await askAs(watcher, key, theirs)
      const isThere =
        answer.status === 200 && (file ? contentful.test(key) : answer.text.includes(words(tenant)))
      if (isThere) found.push(key)
    }
    return found
  }
  // The files that contain messages or comments.
  const contentful = /attachment|comments|exports/
  const before = await seen()
  expect(before).toEqual(
    expect.arrayContaining([
      'GET /bff/api/v1/messages',
      'GET /bff/api/v1/messages/:id',
      'GET /bff/conversations/:id',
      'GET /bff/api/v1/messages/:messageId/attachments/:attachmentId',
      'GET /bff/api/v1/messages/:messageId/attachment-preview/:attachmentId',
      'GET /bff/messages/attachment',
      'GET /bff/api/v1/cognitive-events',
      'GET /bff/events/comments/:id',
      'GET /bff/events/comments/:id/files/:fileId',
      'GET /bff/api/v1/exports/:id/file',
    ]),
  )
  // Those that had content with all access; all reads in the whole run.
  const asked = reads.filter(({ key }) => isWhole || before.includes(key))
  await give({ channels: ['signal'] })
  expect(await seen(asked)).toEqual([])
  await give({ groups: [tenant.groups.south] })
  expect(await seen(asked)).toEqual([])
  await give({})
  expect(await seen(asked)).toEqual(before)
}, 120_000)

test('the messenger no longer shows a reassigned account to its former user', async () => {
  const rita = await world.as(tenant, tenant.representative)
  const keys = routes().filter(({ access, key }) => access === 'messenger' && key.includes(':'))
  const statuses = async () =>
    Promise.all(keys.map(async ({ key }) => (await askAs(rita, key, things)).status))
  expect(new Set(await statuses())).toEqual(new Set([200]))
  const change = (statement: ReturnType<typeof sql>) =>
    inTenant(world.ctx.db, tenant.id, (tx) => statement.execute(tx))
  await change(sql`update channel_account set owner_id = ${tenant.colleague}`)
  await change(sql`update participant set user_id = null`)
  expect(new Set(await statuses())).toEqual(new Set([404]))
  await change(sql`update channel_account set owner_id = ${tenant.representative}`)
  expect(new Set(await statuses())).toEqual(new Set([200]))
  await change(sql`update tenant_user set messenger_role = 'none' where id = ${tenant.representative}`)
  world.pass(5_000)
  expect(new Set(await statuses())).toEqual(new Set([403]))
})

test('a running download of the audit trail ends when the permission is removed', async () => {
  // More than what is on its way holds.
  const rows = 4_000
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`insert into audit_event (id, at, actor_name, type, agent)
      select gen_random_uuid(), now(), 'Ann ' || n, 'sign_in', repeat('browser ', 125) from generate_series(1, ${rows}::int) n`.execute(
      tx,
    ),
  )
  const { port } = world.app.server.address() as AddressInfo
  const read = async (act: () => Promise<void>) => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: '/audit/events/export?format=csv',
      headers: {
        host: `${tenant.label}.verbatim.localhost:${port}`,
        authorization: `Bearer ${watcher.token}`,
      },
    })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    const parts = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let lines = 0
    const take = async () => {
      const { value, done } = await parts.next()
      lines += done ? 0 : value.toString().split('\n').length - 1
      return !done
    }
    await take()
    await act()
    try {
      while (await take());
      return { lines, whole: true }
    } catch {
      return { lines, whole: false }
    }
  }
  expect(await read(async () => world.pass(5_000))).toMatchObject({ whole: true })
  const cut = await read(() => give({ permissions: [] }))
  expect(cut.whole).toBe(false)
  expect(cut.lines).toBeLessThan(rows)
}, 120_000)

test('every endpoint refuses a permission that a profile no longer grants', async () => {
  const asked = shareOf(
    routes().filter(({ access }) => permissions.includes(access as never)),
    3,
  )
  const refused = async (some: typeof asked) => {
    const keys: string[] = []
    for (const { key, access } of some) {
      const answer = await askAs(watcher, key, nonexistent(things))
      if (answer.status === 403 && answer.json.details?.permission === access) keys.push(key)
    }
    return keys
  }
  const beyondRole = asked.filter(({ access }) => !rolePermissions.manager.includes(access as never))
  expect(await refused(beyondRole)).toEqual([])
  await give({ permissions: [] })
  expect(await refused(asked)).toEqual(beyondRole.map(({ key }) => key))
  expect(beyondRole.length).toBeGreaterThan(isWhole ? 50 : 50 / 3)
}, 120_000)

test('a disabled user is refused by every endpoint', { tags: ['whole'], timeout: 120_000 }, async () => {
  await admin.call('PUT', `/bff/api/v1/users/${tenant.users.manager}`, { enabled: false })
  world.pass(5_000)
  for (const { key, access } of routes()) {
    if (access === 'anyone') continue
    expect([key, (await askAs(watcher, key, things)).status]).toEqual([key, 401])
  }
})
