import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { rolePermissions, roles } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runExports } from '#flows/exports/run-exports.ts'
import { writeNormalised, normalisedType } from '#flows/capture/parse.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { inTenant } from '#platform/db.ts'
import {
  contactDraft,
  fixtures,
  notificationDraft,
  avatarBytes,
  type Things,
  uncontracted,
} from '#testing/crawl-fixtures.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type Answer, ask, type Caller, openWorld, type World, type WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let ours: Things
let theirs: Things
let routes: { key: string; method: string; access: string }[]
const callers = new Map<string, Caller>()

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url)
  ours = await furnish(await world.makeTenant('ours'))
  theirs = await furnish(await world.makeTenant('theirs'))
  for (const role of roles) callers.set(role, await world.as(ours.tenant, ours.tenant.users[role]))
  callers.set('representative', await world.as(ours.tenant, ours.tenant.representative))
  callers.set('foreigner', await world.as(theirs.tenant, theirs.tenant.users.super_admin))
  callers.set('foreign representative', await world.as(theirs.tenant, theirs.tenant.representative))
  routes = world.app.served
    .filter(({ endpoint }) => endpoint)
    .map(({ method, url, endpoint }) => ({ key: `${method} ${url}`, method, access: endpoint!.access }))
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

/** What only this organization's data contains: it must never be in an answer to somebody else. */
const canary = (tenant: WorldTenant) => `canary${tenant.label}canary`

/** Gives an organization one of everything, each with its canary in it. */
async function furnish(tenant: WorldTenant): Promise<Things> {
  const admin = await world.as(tenant, tenant.users.super_admin)
  const policy = await admin.call('POST', '/bff/api/v1/topic', {
    name: `Policy ${canary(tenant)}`,
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [
      {
        name: `Rule ${canary(tenant)}`,
        type: 'phrase',
        pattern: 'off the record',
        scope: 'message',
        conditions: {},
      },
      { name: 'Other', type: 'phrase', pattern: 'nothing such', scope: 'message', conditions: {} },
    ],
  })
  await keepArrivals(world.ctx.db, tenant.id, [withAttachment(tenant)], world.ctx.now())
  await world.settle()
  const messages = await admin.call('GET', '/bff/api/v1/messages')
  const [message] = messages.json.items
  const whole = await admin.call('GET', `/bff/api/v1/messages/${message.id}`)
  const events = await admin.call('GET', '/bff/api/v1/cognitive-events')
  const eventId = events.json.items[0].id
  const file = await admin.call(
    'POST',
    `/bff/events/${eventId}/files?name=${canary(tenant)}.txt`,
    Buffer.from(canary(tenant)),
    {
      'content-type': 'application/octet-stream',
    },
  )
  const comment = await admin.call('POST', '/bff/events/comments', {
    eventId,
    comment: `Comment ${canary(tenant)}`,
    fileIds: [file.json.id],
  })
  const exported = await admin.call('POST', '/bff/api/v1/messages/export', { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const imported = async () =>
    (
      await admin.call(
        'POST',
        `/bff/api/v1/users/import?hold=true&fileName=${canary(tenant)}.csv`,
        Buffer.from(`Email,Name\n${canary(tenant)}@example.com,Ann\n`),
        { 'content-type': 'text/csv' },
      )
    ).json.id
  const made = async (url: string, name: string) =>
    (await admin.call('POST', url, { name: `${name} ${canary(tenant)}` })).json.id
  const notified = async () =>
    (
      await admin.call('POST', '/bff/notifications/alerts', {
        ...notificationDraft({ policyId: policy.json.id }),
        emailMessage: canary(tenant),
      })
    ).json.id
  const contact = async () => {
    const url = '/messenger/api/v1/contacts'
    const draft = contactDraft(tenant.groups.north, `Contact ${canary(tenant)}`)
    const { id } = (await admin.call('POST', url, draft)).json
    await admin.call('PUT', `${url}/${id}/avatar`, avatarBytes, {
      'content-type': 'application/octet-stream',
    })
    return id
  }
  const [groups, profiles] = ['/messenger/api/v1/conversation-groups', '/bff/api/v1/permission-profiles']
  return {
    contactId: await contact(),
    goingContactId: await contact(),
    groupId: await made(groups, 'Group'),
    peopledGroupId: await made(groups, 'Peopled group'),
    goingGroupId: await made(groups, 'Going group'),
    profileId: await made(profiles, 'Profile'),
    peopledProfileId: await made(profiles, 'Peopled profile'),
    givingProfileId: await made(profiles, 'Giving profile'),
    goingProfileId: await made(profiles, 'Going profile'),
    tenant,
    messageId: message.id,
    conversationId: message.conversationId,
    attachmentId: whole.json.attachments[0].id,
    eventId,
    commentId: comment.json.id,
    fileId: file.json.id,
    policyId: policy.json.id,
    ruleId: policy.json.rules[1].id,
    exportId: exported.json.exportId,
    userId: tenant.users.compliance,
    personId: tenant.northerner,
    importId: await imported(),
    cancelledImportId: await imported(),
    notificationId: await notified(),
    goingNotificationId: await notified(),
    colleagueId: tenant.colleague,
  }
}

function withAttachment(tenant: WorldTenant) {
  return {
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms' as const,
    transport: 'history' as const,
    sourceKey: 'crawled',
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    receivedAt: world.ctx.now(),
    bytes: writeNormalised([
      {
        kind: 'message',
        channel: 'sms',
        messageKey: 'SMsame',
        conversationKey: '+15550100001|+15550103333',
        conversationType: 'direct',
        direction: 'inbound',
        author: { kind: 'phone', value: '+15550103333' },
        participants: [],
        body: `Keep this off the record ${canary(tenant)}`,
        format: 'plain',
        contentType: 'text',
        attachments: [{ ordinal: 0, name: `${canary(tenant)}.png`, bytes: onePixel() }],
      },
    ]),
  }
}

/** The smallest picture there is. */
function onePixel(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const crc = (bytes: Buffer) => {
    let sum = ~0
    for (const byte of bytes) {
      sum ^= byte
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    }
    return ~sum >>> 0
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const askAs = (
  caller: Caller,
  method: string,
  things: Things,
  key: string,
  headers?: Record<string, string>,
): Promise<Answer> => {
  const asked = fixtures[key]!(things)
  return caller.call(method as 'GET', asked.url, asked.body, { ...asked.headers, ...headers })
}

/** The same things with ids that nobody has. */
const nobodys = (): Things => {
  const made = Object.fromEntries(Object.keys(ours).map((name) => [name, randomUUID()]))
  return {
    ...made,
    tenant: {
      ...ours.tenant,
      accounts: { sms: randomUUID(), whatsapp: randomUUID(), proofpoint: randomUUID() },
    },
  } as never
}

/** Every row of the organization, in one number. */
async function checksum(things: Things): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(world.ctx.db)
  return inTenant(world.ctx.db, things.tenant.id, async (tx) => {
    const sums: string[] = []
    for (const { name } of tables) {
      if (/^(identity_|idempotency)/.test(name)) continue
      const { rows } = await sql<{ sum: string }>`
        select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.table(name)} t`.execute(
        tx,
      )
      sums.push(`${name}:${rows[0]?.sum}`)
    }
    return sums.join('\n')
  })
}

describe('every route of the running server', () => {
  test('has a fixture, or stands in the list of those without a contract', () => {
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

  test('is closed to nobody: without a session, with a broken or another kind of token', async () => {
    for (const { key, method, access } of routes) {
      if (access === 'anyone') continue
      const asked = fixtures[key]!(ours)
      for (const authorization of [
        undefined,
        'Bearer nonsense',
        'Basic eDp5',
        `Bearer ${'a'.repeat(2000)}`,
      ]) {
        const answer = await ask(world.app, {
          method: method as 'GET',
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

  test.each(roles)('lets %s do what the role may, and nothing else', async (role) => {
    const caller = callers.get(role)!
    for (const { key, method, access } of routes) {
      const may =
        access === 'anyone' || access === 'signed-in' || rolePermissions[role].includes(access as never)
      const answer = await askAs(caller, method, may && role !== 'super_admin' ? nobodys() : ours, key)
      if (!may) {
        expect([key, answer.status, answer.json.details]).toEqual([key, 403, { permission: access }])
        expect(answer.text).not.toContain('canary')
      } else expect([key, answer.status], answer.text.slice(0, 300)).not.toEqual([key, 403])
    }
  })

  test('answers its own organization', async () => {
    const fresh = await furnish(await world.makeTenant(`fresh${Date.now()}`))
    const insider = await world.as(fresh.tenant, fresh.tenant.users.super_admin)
    const representative = await world.as(fresh.tenant, fresh.tenant.representative)
    // What removes goes last.
    for (const { key, method, access } of routes.toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    )) {
      if (key.endsWith('/undo')) continue // what it undoes is tested where it is done
      const answer = await askAs(access === 'messenger' ? representative : insider, method, fresh, key)
      expect([key, answer.status], answer.text.slice(0, 300)).toEqual([
        key,
        fixtures[key]!(fresh).status ?? 200,
      ])
      // Somebody has two exports at a time, and nobody makes them here.
      const { exportId } = (answer.status === 202 ? answer.json : {}) as { exportId?: string }
      if (exportId) await insider.call('DELETE', `/bff/api/v1/exports/${exportId}`)
    }
  })

  test('gives another organization’s administrator, or representative, nothing: not a byte, not a change, not even the difference to nothing', async () => {
    const before = await checksum(ours)
    for (const { key, method, access } of routes) {
      const foreigner = callers.get(access === 'messenger' ? 'foreign representative' : 'foreigner')!
      const { plain } = fixtures[key]!(ours)
      if (plain) continue
      const onForeign = await askAs(foreigner, method, ours, key)
      expect([key, onForeign.text.includes(canary(ours.tenant))]).toEqual([key, false])
      const onNothing = await askAs(foreigner, method, nobodys(), key)
      expect([key, onForeign.status]).toEqual([key, onNothing.status])
      const plainText = (answer: Answer) => answer.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      if (onForeign.status >= 400) expect([key, plainText(onForeign)]).toEqual([key, plainText(onNothing)])
    }
    expect(await checksum(ours)).toBe(before)
  })

  test('refuses a session of another organization at this address, and headers that claim another tenant or user', async () => {
    const token = callers.get('foreigner')!.token
    const insider = callers.get('super_admin')!
    for (const { key, method, access } of routes) {
      if (access === 'anyone') continue
      const asked = fixtures[key]!(ours)
      const payload = asked.body === undefined ? {} : { payload: asked.body as object }
      const crossing = await ask(world.app, {
        method: method as 'GET',
        url: asked.url,
        headers: { host: 'ours.verbatim.localhost:3000', authorization: `Bearer ${token}`, ...asked.headers },
        ...payload,
      })
      expect([key, crossing.status, crossing.json.code]).toEqual([key, 403, 'session.mismatch'])
      for (const headers of [
        { 'x-tenant-id': theirs.tenant.id },
        { 'x-user-id': theirs.tenant.users.analyst },
      ] as Record<string, string>[]) {
        const claiming = await askAs(insider, method, ours, key, headers)
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

  test('answers ids of no shape with 400, and never with a stack', async () => {
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

  test('takes no property that the contract does not name', async () => {
    const caller = callers.get('super_admin')!
    const before = await checksum(ours)
    for (const { key, method } of routes) {
      const asked = fixtures[key]!(ours)
      if (asked.body === undefined || Buffer.isBuffer(asked.body) || method === 'GET') continue
      for (const extra of [
        { tenantId: theirs.tenant.id },
        { role: 'super_admin' },
        { createdAt: '2001-01-01' },
      ]) {
        // Some calls give a role: then it is no property too many.
        if (Object.keys(extra).some((name) => name in (asked.body as object))) continue
        const answer = await caller.call(method as 'GET', asked.url, { ...(asked.body as object), ...extra })
        expect([key, answer.status]).toEqual([key, 400])
      }
    }
    expect(await checksum(ours)).toBe(before)
  })
})

describe('a repeated write', () => {
  test('under the same key gives the same answer once; another body is refused', async () => {
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
