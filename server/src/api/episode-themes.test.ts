/** What conversations are about, in the list of Key Metrics, its file and the overview: for whom, and what a theme became. */
import type { MetricConversation } from '@verbatim/contract/metric-lists.ts'
import { rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useKeyMetrics } from '#testing/key-metrics.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller
let calls: ThemeId
let greetings: ThemeId
useKeyMetrics((opened) => ({ world, tenant, admin, northerner } = opened))

beforeAll(async () => {
  const made = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ id: MessageId; body: string }>`select id, body from message`.execute(tx)
    const about = (words: RegExp) => rows.flatMap(({ id, body }) => (words.test(body) ? [id] : []))
    const given = [
      { name: 'Calls', messageIds: about(/call me|off the record|papers/) },
      { name: 'Greetings', messageIds: about(/hello|thank you|who is this/i) },
    ]
    return insertThemes(tx, given, world.ctx.now())
  })
  calls = made[0]!
  greetings = made[1]!
})

const path = '/bff/dashboards/digital/conversations'
const listed = async (caller: Caller, more = ''): Promise<MetricConversation[]> => {
  const { status, json } = await caller.call('GET', `${path}?days=60${more}`)
  expect(status).toBe(200)
  return json.items
}

/** The rows of the file of the same list. */
async function exported(caller: Caller, more = '') {
  const { status, json } = await caller.call('POST', `${path}/export?days=60${more}`, { format: 'csv' })
  if (status !== 202) return { status, details: json.details }
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const address = `/bff/api/v1/exports/${json.exportId}`
  const { text } = await caller.call('GET', `${address}/file`)
  return { status, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] }
}

test('each conversation says what it is about, as its overview does, and so does its file', async () => {
  for (const caller of [admin, northerner]) {
    const items = await listed(caller)
    const themes = items.map(({ theme }) => theme?.name ?? '')
    expect(new Set(themes)).toEqual(new Set(['Calls', 'Greetings', '']))
    expect((await exported(caller)).rows?.map(({ Theme }) => Theme)).toEqual(themes)
  }
  const [ann] = (await listed(admin, '&search=ann&sort=-firstAt')).filter(({ messages }) => messages === 3)
  const { json } = await admin.call('GET', `/bff/conversations/${ann?.conversationId}`)
  // Of today there is one message more, after a pause.
  expect([ann?.theme, json.theme]).toEqual([{ id: calls, name: 'Calls' }, undefined])
})

test('conversations are narrowed to a theme, with their file, and to what it became', async () => {
  const about = (await listed(admin)).filter(({ theme }) => theme?.id === greetings)
  expect(about.length).toBeGreaterThan(1)
  expect(await listed(admin, `&theme=${greetings}`)).toEqual(about)
  expect(await listed(admin, `&theme=${greetings}&channel=sms`)).toEqual([])
  const { rows } = await exported(admin, `&theme=${greetings}`)
  expect(rows?.map(({ Theme }) => Theme)).toEqual(about.map(() => 'Greetings'))

  const merged = await admin.call('POST', `/bff/themes/${greetings}/merge`, { into: calls })
  expect(merged.status).toBe(200)
  const all = (await listed(admin)).filter(({ theme }) => theme?.id === calls)
  expect(all.length).toBeGreaterThan(about.length)
  for (const id of [greetings, calls]) expect(await listed(admin, `&theme=${id}`)).toEqual(all)
})

test('a user who may not see themes gets none in the list, the overview or the file, and cannot ask for one', async () => {
  const { db } = world.ctx
  await inTenant(db, tenant.id, async (tx) => {
    const permissions = ['metrics.digital', 'messages.view', 'conversations.view']
    await sql`update tenant_user set role = 'none' where id = ${tenant.users.analyst}`.execute(tx)
    await sql`update permission_profile set permissions = ${permissions} where id = ${tenant.profiles.everything}`.execute(
      tx,
    )
  })
  const reader = await world.as(tenant, tenant.users.analyst)
  const items = await listed(reader)
  expect(items).toHaveLength((await listed(admin)).length)
  expect(items.filter((one) => 'theme' in one)).toEqual([])
  const of = (await listed(admin)).find(({ theme }) => theme !== undefined)
  const opened = await reader.call('GET', `/bff/conversations/${of?.conversationId}`)
  expect([opened.status, opened.json.theme]).toEqual([200, undefined])
  const { rows } = await exported(reader)
  expect(rows).toHaveLength(items.length)
  expect(Object.keys(rows?.[0] ?? {})).toContain('Channel')
  expect(Object.keys(rows?.[0] ?? {})).not.toContain('Theme')
  const denied = { permission: 'themes.view' }
  const asked = await reader.call('GET', `${path}?days=60&theme=${calls}`)
  expect([asked.status, asked.json.details]).toEqual([403, denied])
  expect(await exported(reader, `&theme=${calls}`)).toEqual({ status: 403, details: denied })
  const contacts = rowExportCalls['theme-contacts'].path.replace(':themeId', calls)
  const list = await reader.call('POST', `${contacts}?days=60`, { format: 'csv' })
  expect([list.status, list.json.details]).toEqual([403, denied])
})
