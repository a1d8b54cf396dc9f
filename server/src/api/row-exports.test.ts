/** The rows behind the figures of Key Metrics and themes as files: those of the list, in its order, for those who may see it. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { type ExportedRows, exportedRows } from '@verbatim/contract/exported-rows.ts'
import type { MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import { keysOf } from '@verbatim/contract/keys-of.ts'
import type { WaitingOwner } from '@verbatim/contract/metric-lists.ts'
import { rowExportCalls } from '@verbatim/contract/row-exports.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findActor } from '#domains/permissions/actors.ts'
import { openRows } from '#flows/make-exports/row-exports.ts'
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
let theme: ThemeId
useKeyMetrics((opened) => ({ world, tenant, admin, northerner } = opened))

/** All that was said is about one theme. */
beforeAll(async () => {
  const [made] = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ id: MessageId }>`select id from message`.execute(tx)
    return insertThemes(tx, [{ name: 'Calls', messageIds: rows.map(({ id }) => id) }], world.ctx.now())
  })
  theme = made!
})

const kinds = keysOf(exportedRows)
const pathOf = (kind: ExportedRows) => rowExportCalls[kind].path.replace(':themeId', theme)

/** The export of a question as its finished state and the rows of its file. */
async function exported(caller: Caller, kind: ExportedRows, query = 'days=60') {
  const started = await caller.call('POST', `${pathOf(kind)}?${query}`, { format: 'csv' })
  expect([kind, started.status], started.text).toEqual([kind, 202])
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const address = `/bff/api/v1/exports/${started.json.exportId}`
  const { json } = await caller.call('GET', address)
  expect(json, JSON.stringify(json)).toMatchObject({ state: 'done', kind })
  const { text } = await caller.call('GET', `${address}/file`)
  return { done: json, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] }
}

/** What begins like a formula is marked as text. */
const unmarked = (cell = '') => cell.replace(/^'(?=[=+@-])/, '')

const listed = async (caller: Caller, kind: ExportedRows, query = 'days=60') => {
  const path = pathOf(kind).replace(/\/export$/, '')
  const { status, json } = await caller.call('GET', `${path}?${query}&limit=200`)
  expect([kind, status]).toEqual([kind, 200])
  return json.items as Record<string, unknown>[]
}

/** What names a row in its file, and in the list. */
const names: Readonly<Record<ExportedRows, readonly [column: string, field: string]>> = {
  representatives: ['Representative', 'name'],
  'active-representatives': ['Representative', 'name'],
  'inactive-representatives': ['Representative', 'name'],
  'waiting-clients': ['Message ID', 'messageId'],
  'waiting-owners': ['Representative', 'name'],
  'response-times': ['Message ID', 'messageId'],
  'contacts-of-period': ['Contact', 'name'],
  'conversations-of-period': ['Conversation ID', 'conversationId'],
  'theme-contacts': ['Contact', 'name'],
  'account-days': ['Account ID', 'accountId'],
  'supervised-policies': ['Policy ID', 'id'],
  'reviewer-loads': ['Reviewer', 'name'],
}

test('the file of each list has exactly its rows, in its order, for readers of all and of one group', async () => {
  let rowsInAll = 0
  for (const caller of isWhole ? [admin, northerner] : [northerner])
    for (const kind of kinds) {
      const [column, field] = names[kind]
      const items = await listed(caller, kind)
      const { rows, done } = await exported(caller, kind)
      expect([kind, rows.map((row) => unmarked(row[column]))]).toEqual([
        kind,
        items.map((item) => item[field]),
      ])
      expect(done.manifest.omissions.access).toBe(caller === admin ? 'everything' : 'part')
      rowsInAll += rows.length
    }
  expect(rowsInAll).toBeGreaterThan(isWhole ? 30 : 0)
})

test('a file is narrowed, searched and ordered like its list, and keeps the days of its period', async () => {
  const [contact] = await listed(admin, 'contacts-of-period')
  const channel = String(contact?.['channels'])
  const query = `days=60&kind=reached&channel=${channel}&sort=-name&search=b`
  const { rows, done } = await exported(admin, 'contacts-of-period', query)
  const items = await listed(admin, 'contacts-of-period', query)
  expect(rows.map(({ Contact }) => Contact)).toEqual(items.map(({ name }) => name))
  expect(items.length).toBeGreaterThan(0)
  const inOtherForm = await exported(
    admin,
    'contacts-of-period',
    query.replace('sort=-name', 'sort[name]=DESC'),
  )
  expect(inOtherForm.rows).toEqual(rows)
  const twice = await admin.call('POST', `${pathOf('contacts-of-period')}?${query}&sort[sent]=ASC`, {
    format: 'csv',
  })
  expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('Give one order.')])
  const { question } = done.manifest
  expect(question).toMatchObject({ kind: 'reached', channel, sort: '-name', search: 'b' })
  const day = (ago: number) => new Date(world.ctx.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
  expect([question['date-from'], question['date-to'], question.days]).toEqual([day(60), day(1), undefined])
  const ofTheme = await exported(admin, 'theme-contacts', 'days=30&category=question')
  expect(ofTheme.done.manifest.question).toMatchObject({ themeId: theme, category: 'question' })
  expect(ofTheme.rows.map(({ Contact, Messages }) => [unmarked(Contact), Number(Messages)])).toEqual(
    (await listed(admin, 'theme-contacts', 'days=30&category=question')).map(({ name, messages }) => [
      name,
      messages,
    ]),
  )
  expect(ofTheme.rows.length).toBeGreaterThan(0)
  const some = await exported(admin, 'account-days', 'days=30&channel=sms|whatsapp&state=unknown')
  expect(some.done.manifest.question).toMatchObject({ channel: 'sms|whatsapp', state: 'unknown' })
  expect(some.rows).toHaveLength(
    (await listed(admin, 'account-days', 'days=30&channel=sms|whatsapp&state=unknown')).length,
  )
})

test('rows are read in batches, and each once', async () => {
  const read = (rowsAtOnce: number) =>
    inTenant(
      world.ctx.db,
      tenant.id,
      async (tx) => {
        const actor = await findActor(tx, tenant.users.super_admin)
        if (!actor) throw new Error('no such user')
        const asked = { kind: 'response-times', question: { days: '60' } } as const
        const reading = { now: world.ctx.now(), secrets: world.ctx.secrets, rowsAtOnce }
        const { batches, rowsTotal } = await openRows(tx, actor, asked, reading)
        const found = []
        for await (const batch of batches) found.push(batch)
        return { found, rowsTotal }
      },
      { mode: 'snapshot' },
    )
  const [one, all] = [await read(1), await read(100)]
  expect(all.rowsTotal).toBeGreaterThan(2)
  expect(one.found).toHaveLength(one.rowsTotal)
  expect(one.found.flat()).toEqual(all.found.flat())
})

test('no cell of the file is a formula', async () => {
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update contact set name = '=HYPERLINK("http://x")' where name = 'Ann Ash'`.execute(tx),
  )
  const { rows } = await exported(admin, 'contacts-of-period')
  expect(rows.map(({ Contact }) => Contact)).toContain(`'=HYPERLINK("http://x")`)
})

test('there is no file of a theme that is not there for its reader, or of two categories', async () => {
  const ask = (id: string, query = 'days=60', caller = northerner) =>
    caller.call('POST', `/bff/themes/${id}/contacts/export?${query}`, { format: 'csv' })
  const unknown = await ask('0198abcd-0000-7000-8000-00000000000a')
  expect([unknown.status, unknown.json.code]).toEqual([404, 'theme.not-found'])
  const two = await ask(theme, 'days=60&category=question&category-id=request')
  expect([two.status, two.text]).toEqual([400, expect.stringContaining('Give one category.')])
  const hide = (isHidden: boolean) => admin.call('PUT', `/bff/themes/${theme}`, { isHidden })
  await hide(true)
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect((await ask(theme, 'days=60', analyst)).json.code).toBe('theme.not-found')
  await hide(false)
})

test('an export is in the audit trail with its question', async () => {
  const { done } = await exported(admin, 'waiting-owners', 'days=7&sort=-since')
  const entry = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('audit_event')
      .select(['target_kind', 'changes'])
      .where('target_id', '=', done.id)
      .where('type', '=', 'export_created')
      .executeTakeFirstOrThrow(),
  )
  expect(entry.target_kind).toBe('waiting-owners')
  expect(entry.changes).toContainEqual({ field: 'sort', old: null, new: '-since' })
})

test('users who may not see a list get no file of it, even if they had access when they asked', async () => {
  const withoutRole = await world.as(tenant, tenant.users.none)
  for (const kind of kinds) {
    const { status, json } = await withoutRole.call('POST', pathOf(kind), { format: 'csv' })
    expect([kind, status, json.details]).toEqual([kind, 403, { permission: rowExportCalls[kind].access }])
  }
  const analyst = await world.as(tenant, tenant.users.analyst)
  const started = await analyst.call('POST', `${pathOf('reviewer-loads')}?days=30`, { format: 'csv' })
  expect(started.status).toBe(202)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update tenant_user set role = 'none' where id = ${tenant.users.analyst}`.execute(tx),
  )
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const state = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('export').select('state').where('id', '=', started.json.exportId).executeTakeFirstOrThrow(),
  )
  expect(state).toEqual({ state: 'failed' })
})

test.each([
  ['limit=5', 'limit'],
  ['days=0', 'days'],
  ['sort=nothing', 'sort'],
])('the question %s is refused, naming its part', async (query, field) => {
  const { status, text } = await admin.call('POST', `${pathOf('response-times')}?${query}`, { format: 'csv' })
  expect(status).toBe(400)
  expect(text).toContain(field)
})

test('under pseudonyms a file has no names or addresses, and cannot be searched or sorted by name', async () => {
  expect((await admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  world.pass(4_000)
  const reader = await world.as(tenant, tenant.users.compliance)
  const hidden = ['Ann Ash', 'Bob Birch', '15550107', '15550100', 'stranger', '@']
  for (const kind of kinds.filter((one) => one !== 'account-days' && one !== 'reviewer-loads')) {
    const { rows, done } = await exported(reader, kind)
    const text = JSON.stringify(rows)
    expect([kind, hidden.filter((one) => text.includes(one))]).toEqual([kind, []])
    expect(done.manifest.omissions.withheld).toContainEqual({ part: 'identities' })
  }
  const { rows } = await exported(reader, 'response-times')
  expect(rows[0]?.['From']).toMatch(/^Client [2-9A-Z]{6}$/)
  for (const query of ['search=Ann', 'sort=name']) {
    const refused = await reader.call('POST', `${pathOf('contacts-of-period')}?${query}`, { format: 'csv' })
    expect([query, refused.status, refused.json.code]).toEqual([query, 403, 'identity.hidden'])
  }
  // The representative of a row leads to the rows of that one, whose ID stays veiled.
  const [owner] = (await listed(reader, 'waiting-owners')) as unknown as WaitingOwner[]
  const veiled = owner?.drilldown.filter?.replace('waiting:', '')
  expect(veiled).toMatch(/^[0-9a-f-]{36}$/)
  const ofOne = await exported(reader, 'waiting-clients', `days=60&owner=${veiled}`)
  expect(ofOne.rows).toHaveLength(Number(owner?.waiting))
  expect(ofOne.done.manifest.question.owner).toBe(veiled)
})
