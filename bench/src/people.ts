/**
 * Twenty thousand people: imported from one file through the API and the worker, compared with the same rows as bare
 * inserts in the same batches; then listed and searched through the API, against the page and the count as plain SQL.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '@verbatim/server/testing/caller.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Claim, Row } from './figures.ts'
import { measureQuestion, type Question } from './list-question.ts'
import { openProduct, type Product } from './product.ts'
import { openTenantClient } from './tenant-client.ts'

const size = 20_000
const batch = 500

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
    const { token } = caller
    const path = '/bff/api/v1/users'
    const standing = `tenant_user where tenant_id = '${tenant.id}' and role <> 'none' and removed_at is null`
    for (const question of questionsOf(tenant))
      rows.push(await measureQuestion({ product, tenant, token, path, rows: standing }, question))
    for (const row of rows.slice(1))
      tell(`${row.what}: ${row.ours.toFixed(1)} ms, bare ${row.floor.toFixed(1)} ms`)
    return rows
  },
}

const nameOf = (i: number) => `Person${i % 977} Family${i}`

/** Like an administrator's upload; no invitations, which are sent afterwards at their own pace. */
async function importAll({ port }: Product, { label, profiles }: WorldTenant, { token }: Caller) {
  const ask = openTenantClient(port, label)
  const lines = Array.from({ length: size }, (_, i) => {
    const [first, last] = nameOf(i).split(' ')
    return `user${i}@people.example,${first},${last},+1415${2_000_000 + i},Analyst,North only`
  })
  const file = `Email,First name,Last name,Phone,Role,Permission profiles\n${lines.join('\n')}\n`
  const call = (method: string, path: string, body: string | undefined, type: string) =>
    ask({ method, path: `/bff/api/v1/${path}`, token, body, type })
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
