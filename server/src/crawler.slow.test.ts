import { randomUUID } from 'node:crypto'
import { type Permission, type Role, rolePermissions, roles } from '@verbatim/contract/permissions.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checksum } from '#testing/crawl/checksum.ts'
import { fixtures, uncontracted } from '#testing/crawl/fixtures.ts'
import type { Things } from '#testing/crawl/things.ts'
import { askAs, canary, furnish, nonexistent } from '#testing/furnish.ts'
import { setUpMetabase } from '#testing/embedded-frames.ts'
import type { FakeMetabase } from '#testing/fakes/metabase.ts'
import { type Answer, ask, type Caller } from '#testing/caller.ts'
import type { World } from '#testing/world.ts'

let world: World
let ours: Things
let theirs: Things
let metabase: FakeMetabase
let routes: { key: string; method: string; access: string; takesJson: boolean }[]
const callers = new Map<string, Caller>()

setUpMetabase(async (opened, provider) => {
  world = opened
  metabase = provider
  ours = await furnish(world, await world.makeTenant('ours'), metabase)
  theirs = await furnish(world, await world.makeTenant('theirs'), metabase)
  for (const role of roles) callers.set(role, await world.as(ours.tenant, ours.tenant.users[role]))
  callers.set('representative', await world.as(ours.tenant, ours.tenant.representative))
  routes = world.app.served
    .filter(({ endpoint }) => endpoint)
    .map(({ method, url, endpoint }) => ({
      key: `${method} ${url}`,
      method,
      access: endpoint!.access,
      takesJson: takesJson(endpoint!.body),
    }))
})

/** Whether a body is JSON by its contract: an object, perhaps with a default or a transformation. Files are bytes. */
function takesJson(body: z.ZodType | undefined): boolean {
  if (body instanceof z.ZodDefault) return takesJson(body.def.innerType as z.ZodType)
  return body instanceof z.ZodPipe ? takesJson(body.def.in as z.ZodType) : body instanceof z.ZodObject
}

/** New sessions of another organization's users: its own requests end earlier ones. */
async function foreigners(): Promise<{ insider: Caller; representative: Caller }> {
  const { tenant } = theirs
  return {
    insider: await world.as(tenant, tenant.users.super_admin),
    representative: await world.as(tenant, tenant.representative),
  }
}

/** The permission that what is sent by a fixture needs, where a route has different ones for different contents. */
const ofContent: Readonly<Record<string, Permission>> = {
  'POST /bff/api/v1/change-requests': 'policies.manage',
}

/**
 * The roles that a run asks a route as: all, or before a change two of them, by its position among the routes: the first with the
 * last, the second with the one before it, and so on, each on as many routes. Who may do nothing is refused by every route.
 */
const pairs = Math.ceil(roles.length / 2)
const rolesAt = (at: number): readonly Role[] =>
  roles.filter(
    (role, index) => isWhole || role === 'none' || Math.min(index, roles.length - 1 - index) === at % pairs,
  )

describe('every route of the running server', { timeout: 120_000 }, () => {
  test('has a fixture, or is listed as having no contract', () => {
    const served = world.app.served.map(({ method, url }) => `${method} ${url}`)
    const unknown = served.filter(
      (key) =>
        !(key in fixtures) &&
        !uncontracted.includes(key) &&
        !/^GET \/(messenger\/)?(assets\/.*|\*|[\w.-]*|auth\/.*)$/.test(key),
    )
    expect(unknown).toEqual([])
    expect(Object.keys(fixtures).filter((key) => !served.includes(key))).toEqual([])
  })

  test('refuses requests without a session, and with a broken or another kind of token', async () => {
    for (const [at, { key, method, access }] of routes.entries()) {
      if (access === 'anyone') continue
      const remoteAddress = `192.0.2.${at % 250}` // one address would reach its limit of refusals
      const asked = fixtures[key]!(ours)
      for (const authorization of [
        undefined,
        'Bearer nonsense',
        'Basic eDp5',
        `Bearer ${'a'.repeat(2000)}`,
      ]) {
        const answer = await ask(world.app, {
          method: method as 'GET',
          remoteAddress,
          url: asked.url,
          headers: {
            host: 'ours.verbatim.localhost:3000',
            ...asked.headers,
            ...(authorization ? { authorization } : {}),
          },
          ...(asked.body === undefined ? {} : { payload: asked.body as object }),
        })
        expect([key, answer.status]).toEqual([key, 401])
      }
    }
  })

  test.each(roles)('allows %s what the role may do, and nothing else', async (role) => {
    const caller = callers.get(role)!
    const asked = routes.filter((_, at) => rolesAt(at).includes(role))
    expect(asked.length).toBeGreaterThanOrEqual(Math.floor(routes.length / (isWhole ? 1 : pairs)))
    for (const { key, ...route } of asked) {
      const access = ofContent[key] ?? route.access
      const may =
        access === 'anyone' || access === 'signed-in' || rolePermissions[role].includes(access as never)
      // Those who may would change things that later requests name; the super administrator of another organization does.
      const answer = await askAs(caller, key, may ? nonexistent(ours) : ours)
      if (!may) {
        expect([key, answer.status, answer.json.details]).toEqual([key, 403, { permission: access }])
        expect(answer.text).not.toContain('canary')
      } else expect([key, answer.status], answer.text.slice(0, 300)).not.toEqual([key, 403])
    }
  })

  test('answers its own organization', async () => {
    const { insider, representative } = await foreigners()
    // Removals run last.
    for (const { key, access } of routes.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      if (key.endsWith('/undo')) continue // its effect has separate tests
      const answer = await askAs(access === 'messenger' ? representative : insider, key, theirs)
      expect([key, answer.status], answer.text.slice(0, 300)).toEqual([
        key,
        fixtures[key]!(theirs).status ?? 200,
      ])
      // A user has at most two exports at a time, and no worker runs here.
      const { exportId } = (answer.status === 202 ? answer.json : {}) as { exportId?: string }
      if (exportId) await insider.call('DELETE', `/bff/api/v1/exports/${exportId}`)
    }
  })

  test('gives users of another organization no data, no change, and no hint of existence', async () => {
    const before = await checksum(world, ours.tenant)
    const nothing = nonexistent(ours)
    const { insider, representative } = await foreigners()
    for (const { key, access } of routes) {
      const foreigner = access === 'messenger' ? representative : insider
      const { plain, url } = fixtures[key]!(ours)
      if (plain) continue
      const onForeign = await askAs(foreigner, key, ours)
      expect([key, onForeign.text.includes(canary(ours.tenant))]).toEqual([key, false])
      // A question that names nothing is the same one.
      if (key.startsWith('GET') && url === fixtures[key]!(nothing).url) continue
      const onNothing = await askAs(foreigner, key, nothing)
      expect([key, onForeign.status]).toEqual([key, onNothing.status])
      const plainText = (answer: Answer) => answer.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      if (onForeign.status >= 400) expect([key, plainText(onForeign)]).toEqual([key, plainText(onNothing)])
    }
    expect(await checksum(world, ours.tenant)).toBe(before)
  })

  test('refuses a session of another organization at this address, and headers that claim another tenant or user', async () => {
    const { token } = (await foreigners()).insider
    const insider = callers.get('super_admin')!
    for (const [at, { key, method, access }] of routes.entries()) {
      if (access === 'anyone') continue
      const remoteAddress = `192.0.2.${at % 250}` // one address would reach its limit of refusals
      const asked = fixtures[key]!(ours)
      const payload = asked.body === undefined ? {} : { payload: asked.body as object }
      const crossing = await ask(world.app, {
        method: method as 'GET',
        remoteAddress,
        url: asked.url,
        headers: { host: 'ours.verbatim.localhost:3000', authorization: `Bearer ${token}`, ...asked.headers },
        ...payload,
      })
      expect([key, crossing.status, crossing.json.code]).toEqual([key, 403, 'session.mismatch'])
      for (const headers of [
        { 'x-tenant-id': theirs.tenant.id },
        { 'x-user-id': theirs.tenant.users.analyst },
      ] as Record<string, string>[]) {
        const claiming = await askAs(insider, key, ours, headers)
        expect([key, claiming.status, claiming.json.code]).toEqual([key, 403, 'session.mismatch'])
      }
    }
  })

  test('forwarded headers change neither tenant nor links', async () => {
    const caller = callers.get('super_admin')!
    const answer = await caller.call('GET', '/bff/organizations/basic', undefined, {
      'x-forwarded-host': 'theirs.verbatim.localhost',
      'x-forwarded-for': '10.0.0.1',
      'x-original-url': '/admin',
    })
    expect(answer.json.tenantId).toBe(ours.tenant.id)
  })

  test('answers malformed ids with 400, and never with a stack trace', async () => {
    for (const { key, method, access } of routes) {
      if (!key.includes(':')) continue
      const caller = callers.get(access === 'messenger' ? 'representative' : 'super_admin')!
      for (const bad of ['1', '../../etc/passwd', "' or 1=1 --", '%00', 'x'.repeat(101)]) {
        const url = key.split(' ')[1]!.replace(/:\w+/g, encodeURIComponent(bad))
        const answer = await caller.call(
          method as 'GET',
          url,
          fixtures[key]!(ours).body,
          fixtures[key]!(ours).headers,
        )
        expect([key, bad, answer.status >= 400 && answer.status < 500]).toEqual([key, bad, true])
        expect(answer.text).not.toMatch(/at \w+.*\.ts:|select |insert /i)
      }
    }
  })

  test('accepts no property that the contract does not name', async () => {
    const caller = callers.get('super_admin')!
    const before = await checksum(world, ours.tenant)
    for (const { key, method, takesJson: isMeant } of routes) {
      const asked = fixtures[key]!(ours)
      // Every route whose contract takes JSON is tested.
      expect([key, isMeant]).toEqual([key, asked.body !== undefined && !Buffer.isBuffer(asked.body)])
      if (!isMeant) continue
      for (const extra of [
        { tenantId: theirs.tenant.id },
        { role: 'super_admin' },
        { createdAt: '2001-01-01' },
      ]) {
        // Some calls set a role, so it is not an additional property there.
        if (Object.keys(extra).some((name) => name in (asked.body as object))) continue
        const answer = await caller.call(method as 'GET', asked.url, { ...(asked.body as object), ...extra })
        expect([key, answer.status]).toEqual([key, 400])
      }
    }
    expect(await checksum(world, ours.tenant)).toBe(before)
  })
})

describe('a repeated write', () => {
  test('under the same key takes effect once and gets the same answer; another body is refused', async () => {
    const caller = callers.get('compliance')!
    const headers = { 'idempotency-key': randomUUID() }
    const body = { eventId: ours.eventId, comment: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.call('POST', '/bff/events/comments', body, headers)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const again = await caller.call('POST', '/bff/events/comments', body, headers)
    expect(again.json.id).toBe(done[0]!.json.id)
    const other = await caller.call('POST', '/bff/events/comments', { ...body, comment: 'twice' }, headers)
    expect(other).toMatchObject({ status: 422 })
  })
})
