/** A worker that sleeps through its lease, as on a suspended machine, wakes up after another has done its work. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMails } from '#domains/mail/commands.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import { takeImport } from '#flows/run-imports/taking.ts'
import type { CapturedAttachment, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import type { Shift } from '#testing/turn-worker.ts'
import { workOff, works } from '#testing/turns.ts'
import type { Caller } from '#testing/caller.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

const program = fileURLToPath(new URL('testing/turn-worker.ts', import.meta.url))
/** Longer than any lease. */
const laterMs = 10 * 60_000

let database: TestDatabase
let world: World
let mailServer: MailServerFake
let provider: LocalServer
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  mailServer = await openMailServer()
  provider = await openLocalServer((_request, reply) => reply.end('the picture'))
  world = await openWorld(database.url, environment(), 'running')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await provider?.close()
  await mailServer?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

const environment = () => ({ SMTP_URL: mailServer.url, MEDIA_HOSTS: provider.host })

/** Starts a worker that stops itself once it holds something of each kind, and waits until it does. */
async function freezeOver(tenant: WorldTenant, kinds: Shift['works']): Promise<ChildProcess> {
  const shift: Shift = {
    works: kinds,
    databaseUrl: database.url,
    home: world.ctx.config.VERBATIM_HOME,
    tenantId: tenant.id,
    aheadMs: 0,
    freezes: true,
    env: environment(),
  }
  const child = fork(program, [JSON.stringify(shift)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  while (!/^\d+ \(.*\) T/.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await wait(50)
  return child
}

/** Wakes it, and waits until it has finished its work. */
async function wake(child: ChildProcess): Promise<void> {
  child.kill('SIGCONT')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
}

/** Another worker's work, once the leases have expired. */
async function workLater(tenant: WorldTenant, kinds: Shift['works']): Promise<void> {
  const later = { ...world.ctx, now: () => new Date(Date.now() + laterMs) }
  for (const kind of kinds) await workOff(later, tenant.id, kind)
}

const within = <T>(tenant: WorldTenant, query: RawBuilder<T>) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => (await query.execute(tx)).rows)

/** Every row that workers write, with the last transaction that wrote it, so a row that was written again differs. */
async function written(tenant: WorldTenant): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  const tables =
    'record_backlog account_counters conversation message message_revision cognitive_event evidence attachment ' +
    'attachment_text export import import_row contact mail'
  for (const table of tables.split(' ')) {
    const [row] = await within(
      tenant,
      sql<{ text: string }>`
        select coalesce(string_agg(xmin::text || ' ' || line::text, E'\n' order by line::text), '') as text
        from ${sql.table(table)} line`,
    )
    all[table] = row?.text ?? ''
  }
  return all
}

const count = async (tenant: WorldTenant, table: string) =>
  (await within(tenant, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n

async function capture(tenant: WorldTenant, key: string, attachments: CapturedAttachment[]): Promise<void> {
  const message: CapturedMessage = {
    kind: 'message',
    channel: 'sms',
    messageKey: key,
    conversationKey: key,
    conversationType: 'direct',
    direction: 'inbound',
    author: { kind: 'phone', value: '+15550107777' },
    participants: [],
    body: 'Keep it off the record.',
    format: 'plain',
    contentType: 'file',
    attachments,
    sentAt: world.ctx.now(),
  }
  const arrival = {
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms',
    transport: 'history',
    sourceKey: key,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised([message]),
    receivedAt: world.ctx.now(),
  } as const
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
}

const fileOf = (text: string) => [{ ordinal: 0, name: 'a.txt', bytes: Buffer.from(text) }]
const clients = Array.from(
  { length: 40 },
  (_, i) => `Client ${i},+1555${2_000_000 + i},c${i}@c.example,North`,
)
const upload = async (admin: Caller, query = ''): Promise<string> => {
  const file = Buffer.from(`Name,Phone,Email,Groups\n${clients.join('\n')}\n`)
  const { json } = await admin.call('POST', `/messenger/api/v1/contacts/import${query}`, file, {
    'content-type': 'text/csv',
  })
  return json.id
}

test('a worker that slept through its leases finds its work done, and changes nothing', async () => {
  const tenant = await world.makeTenant('frozen')
  const admin = await world.as(tenant, tenant.users.super_admin)
  const phrase = { type: 'phrase', pattern: 'off the record' }
  const rules = ['message', 'attachment'].map((scope) => ({ ...phrase, scope, name: scope }))
  await admin.call('POST', '/bff/api/v1/topic', { name: 'Hush', severity: 'high', rules })
  // Every kind has work to do.
  await capture(tenant, 'pictured', [{ ordinal: 0, name: 'a.png', url: `http://${provider.host}/medium` }])
  await capture(tenant, 'written', fileOf('This stays off the record.'))
  await workOff(world.ctx, tenant.id, 'backlog')
  await capture(tenant, 'waiting', fileOf('Nothing.'))
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    queueMails(tx, world.ctx, [{ to: 'ann@client.example', subject: 'Once', text: 'Hello', kind: 'notice' }]),
  )
  await admin.call('POST', '/bff/api/v1/messages/export', {})
  await upload(admin)

  const sleeper = await freezeOver(tenant, works)
  await workLater(tenant, works)
  const done = await written(tenant)
  expect(await count(tenant, 'message')).toBe(3)
  expect([await count(tenant, 'cognitive_event'), await count(tenant, 'evidence')]).toEqual([3, 4])
  expect(await count(tenant, 'contact')).toBe(clients.length)
  const states = sql`select (select json_agg(array[state, reading] order by id) from attachment) as files,
    (select state from mail) as mail, (select state from import) as import, (select state from export) as export`
  expect(await within(tenant, states)).toEqual([
    { files: Array(3).fill(['stored', 'read']), mail: 'sent', import: 'done', export: 'done' },
  ])

  await wake(sleeper)
  expect(await written(tenant)).toEqual(done)
  expect(mailServer.received.map(({ subject }) => subject)).toEqual(['Once'])
  const [{ id } = { id: '' }] = await within(tenant, sql<{ id: string }>`select id from export`)
  const kept = await readdir(join(world.ctx.config.VERBATIM_HOME, 'exports', tenant.id))
  expect(kept.filter((name) => name !== 'aside')).toEqual([`${id}-2`]) // the second attempt’s
})

test(
  'a worker that slept through a check does not affect the import that started after it',
  { tags: ['whole'] },
  async () => {
    const tenant = await world.makeTenant('checked')
    const admin = await world.as(tenant, tenant.users.super_admin)
    const id = await upload(admin, '?hold=true')
    await admin.call('POST', `/bff/api/v1/imports/${id}/check`)
    const sleeper = await freezeOver(tenant, ['imports'])
    await workLater(tenant, ['imports'])
    expect((await admin.call('POST', `/bff/api/v1/imports/${id}/start`)).status).toBe(200)
    // Each is a first attempt: of the check, and of the import.
    await inTenant(world.ctx.db, tenant.id, (tx) => takeImport(tx, world.ctx.now()))
    const taken = await written(tenant)
    await wake(sleeper)
    expect(await written(tenant)).toEqual(taken)
  },
)
