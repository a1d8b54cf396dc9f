/**
 * Twenty thousand people: taken in from one file through the API and the worker, against the same rows as bare
 * inserts in the same batches; then listed and searched through the API, against the page and the count as plain SQL.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller, WorldTenant } from '@verbatim/server/testing/world.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'

const size = 20_000
const batch = 500
const asks = 40
const warmUps = 3

export const people: Claim = {
  name: 'people',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct()
    const tenant = await product.world.makeTenant('people')
    const caller = await product.world.as(tenant, tenant.users.super_admin)
    const floor = await insertBare(product)
    const ours = await importAll(product, tenant, caller)
    tell(
      `import of ${size} users: ${(ours / 1000).toFixed(1)} s, bare inserts ${(floor / 1000).toFixed(1)} s`,
    )
    const marks = { atMost: 30_000 }
    const rows: Row[] = [
      { what: 'Import of 20,000 users', ours, floor, against: 'bare inserts', unit: 'ms', marks },
    ]
    await product.admin.query('analyze')
    for (const question of questionsOf(tenant)) rows.push(await measure(product, tenant, caller, question))
    for (const row of rows.slice(1))
      tell(`${row.what}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    return rows
  },
}

const nameOf = (i: number) => `Person${i % 977} Family${i}`

/** As an administrator uploads it; no invitations, which leave afterwards at their own pace. */
async function importAll({ origin }: Product, { label, profiles }: WorldTenant, { token }: Caller) {
  const port = new URL(origin).port
  const lines = Array.from({ length: size }, (_, i) => {
    const [first, last] = nameOf(i).split(' ')
    return `user${i}@people.example,${first},${last},+1415555${String(i % 10_000).padStart(4, '0')},Analyst,North only`
  })
  const file = `Email,First name,Last name,Phone,Role,Permission profiles\n${lines.join('\n')}\n`
  const call = (method: string, path: string, body: string | undefined, type: string) =>
    ask(port, { method, path: `/bff/api/v1/${path}`, label, token, body, type })
  if (profiles.north === undefined) throw new Error('There is no profile to give')
  const since = performance.now()
  const held = (await call('POST', 'users/import?hold=true', file, 'text/csv')) as {
    id: string
    mapping: object
  }
  const mapped = JSON.stringify({ mapping: held.mapping, settings: { sendInvitations: false } })
  await call('PUT', `imports/${held.id}`, mapped, 'application/json')
  await call('POST', `imports/${held.id}/start`, undefined, 'application/json')
  for (;;) {
    const now = (await call('GET', `imports/${held.id}`, undefined, 'application/json')) as {
      state: string
      counts: { created: number }
    }
    if (now.state === 'done' && now.counts.created === size) return performance.now() - since
    if (!['queued', 'running'].includes(now.state)) throw new Error(`The import is ${JSON.stringify(now)}`)
    await pause(100)
  }
}

/** The rows of users, addresses and memberships, into tables like theirs, a transaction to a batch. */
async function insertBare({ admin }: Product): Promise<number> {
  const tables = {
    tenant_user: 'bare_user',
    address: 'bare_address',
    permission_profile_member: 'bare_member',
  }
  for (const [table, copy] of Object.entries(tables))
    await admin.query(
      `create table ${copy} (like ${table} including defaults including generated including indexes)`,
    )
  const [tenantId, profileId] = [randomUUID(), randomUUID()]
  const since = performance.now()
  for (let from = 0; from < size; from += batch) {
    const ids = Array.from({ length: batch }, () => randomUUID())
    const emails = ids.map((_, i) => `user${from + i}@people.example`)
    const given = `unnest($1::uuid[], $2::text[]) as given (id, email)`
    await admin.query('begin')
    await admin.query(
      `insert into bare_user (tenant_id, id, email, email_key, first_name, last_name, role)
        select '${tenantId}', id, email, email, 'Person', email, 'analyst' from ${given}`,
      [ids, emails],
    )
    await admin.query(
      `insert into bare_address (tenant_id, value, user_id) select '${tenantId}', email, id from ${given}`,
      [ids, emails],
    )
    await admin.query(
      `insert into bare_member (tenant_id, profile_id, user_id) select '${tenantId}', '${profileId}', id from ${given}`,
      [ids, emails],
    )
    await admin.query('commit')
  }
  const took = performance.now() - since
  await admin.query(`drop table ${Object.values(tables).join(', ')}`)
  return took
}

interface Question {
  readonly name: string
  readonly asked: string
  readonly where: string
  readonly order?: string
  readonly skip?: number
}

function questionsOf({ profiles }: WorldTenant): Question[] {
  const byName = 'sort_name, id'
  const sought = `concat_ws(' ', display_name, email, phone_number)`
  return [
    { name: 'Users: by name', asked: '', where: 'true' },
    { name: 'Users: page at 15,000', asked: 'skip=15000', where: 'true', skip: 15_000 },
    {
      name: 'Users: by last sign-in',
      asked: 'sort=-lastSignIn',
      where: 'true',
      order: 'last_sign_in_at desc, id',
    },
    {
      name: 'Users: search a name',
      asked: 'search=displayNameEmailPhoneNumber:Family123',
      where: `${sought} ilike '%Family123%'`,
    },
    {
      name: 'Users: search two words',
      asked: 'search=displayNameEmail:person5%20people',
      where: `${sought} ilike '%person5%' and ${sought} ilike '%people%'`,
    },
    {
      name: 'Users: of a permission profile',
      asked: `filter=permissionProfileId[eq]:${profiles.north}`,
      where: `id in (select user_id from permission_profile_member where profile_id = '${profiles.north}')`,
    },
    {
      name: 'Users: role and status',
      asked: 'filter=role[eq]:analyst,status[eq]:invited',
      where: `role = 'analyst' and status = 'invited'`,
    },
  ].map((question) => ({ order: byName, ...question }))
}

async function measure(
  { admin, origin }: Product,
  { id, label }: WorldTenant,
  { token }: Caller,
  { name, asked, where, order, skip = 0 }: Question,
): Promise<Row> {
  const port = new URL(origin).port
  const matching = `tenant_user where tenant_id = '${id}' and role <> 'none' and removed_at is null and ${where}`
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let i = -warmUps; i < asks; i++) {
    const begun = performance.now()
    await ask(port, { method: 'GET', path: `/bff/api/v1/users?${asked}`, label, token })
    const between = performance.now()
    await admin.query(`select * from ${matching} order by ${order} limit 50 offset ${skip}`)
    await admin.query(`select count(*) from ${matching}`)
    if (i < 0) continue
    times.ours.push(between - begun)
    times.bare.push(performance.now() - between)
  }
  return {
    what: `${name}, p95`,
    ours: percentile(times.ours, 0.95),
    floor: percentile(times.bare, 0.95),
    against: 'bare SQL',
    unit: 'ms',
    marks: { atMost: 100 },
  }
}

interface Call {
  readonly method: string
  readonly path: string
  readonly label: string
  readonly token: string
  readonly body?: string | undefined
  readonly type?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(port: string, { method, path, label, token, body, type }: Call): Promise<unknown> {
  const headers = {
    host: `${label}.verbatim.localhost:${port}`,
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
      )
    })
      .on('error', reject)
      .end(body)
  })
}
