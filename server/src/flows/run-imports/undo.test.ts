import { dayMs } from '@verbatim/contract/durations.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addItems } from '#domains/inbox/commands.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { heading, row, userImportSteps } from '#testing/imports.ts'
import { runImports } from './run-imports.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('undo', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const { work, find, step, rowsOf, upload, users } = userImportSteps(() => ({ world, tenant, admin }))
const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => row(`p${from + i}`)).join('')
/** The second batch fails. */
async function workUntilSecondBatch(): Promise<void> {
  let asked = 0
  const now = () => {
    if ((asked += 1) === 3) throw new Error('A defect of ours')
    return world.ctx.now()
  }
  await runImports({ ...world.ctx, now }, tenant.id)
}
const countWritten = async (table: string, where: string) => {
  const found = await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(
      tx,
    ),
  )
  return found.rows[0]?.n
}
const none = { created: 0, updated: 0, skipped: 0, failed: 0 }

describe('an import that was checked first', () => {
  test('is undone up to the row where it stopped, and reports no outcome of the check', async () => {
    const { id } = (
      await upload(`${heading}${people(0, 450)}${'x\n'.repeat(50)}${people(450, 600)}`, '?hold=true')
    ).json
    await step(id, 'check')
    await work()
    await step(id, 'start')
    await workUntilSecondBatch()
    expect(await find(id)).toMatchObject({ state: 'failed', done: 500, counts: { created: 450, failed: 50 } })
    expect(await countWritten('import_row', 'ordinal > 500 and outcome is not null')).toBe(0)
    expect((await step(id, 'undo')).json.state).toBe('undoing')
    await work()
    expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: 450, kept: 0 } })
    expect(await countWritten('tenant_user', "last_name = 'Doe'")).toBe(0)
    const { json } = await admin.call('GET', '/audit/events?filter=eventType[eq]:import_undone')
    expect(json.items).toMatchObject([
      { changes: [{ field: 'state', old: 'failed', new: 'undoing' }], counts: { rows: 500 } },
    ])
  }, 60_000)

  test('has nothing to undo when it is cancelled, and can be cancelled again', async () => {
    const { id } = (await upload(heading + people(0, 3), '?hold=true')).json
    await step(id, 'check')
    await work()
    expect(await find(id)).toMatchObject({ state: 'checked', counts: { created: 3 } })
    const cancelled = (await step(id, 'cancel')).json
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 0, counts: none })
    expect(cancelled.undoUntil).toBeUndefined()
    expect((await rowsOf(id)).map((one: never) => one['outcome'])).toEqual([undefined, undefined, undefined])
    world.pass(600_000)
    const again = await step(id, 'cancel')
    expect([again.status, again.json.finishedAt]).toEqual([200, cancelled.finishedAt])
    expect(await countWritten('audit_event', "type = 'import_cancelled'")).toBe(1)
  })

  test('has nothing to undo when its check fails', { tags: ['whole'] }, async () => {
    const { id } = (await upload(heading + people(0, 600), '?hold=true')).json
    await step(id, 'check')
    await workUntilSecondBatch()
    const failed = await find(id)
    expect(failed).toMatchObject({ state: 'failed', counts: none })
    expect(failed.undoUntil).toBeUndefined()
    expect(await countWritten('import_row', 'outcome is not null')).toBe(0)
  })

  test('drops the expected outcomes once its mapping changes', async () => {
    const { id, mapping, settings } = (await upload(heading + people(0, 2), '?hold=true')).json
    await step(id, 'check')
    await work()
    const mapped = await admin.call('PUT', `/bff/api/v1/imports/${id}`, { mapping, settings })
    expect(mapped.json).toMatchObject({ state: 'draft', done: 0, counts: none })
    expect(await countWritten('import_row', 'outcome is not null')).toBe(0)
  })
})

describe('people whom an import changed', () => {
  test(
    'get back the profiles that still exist, and do not change if none does',
    { tags: ['whole'] },
    async () => {
      const profiles = '/bff/api/v1/permission-profiles'
      const draft = {
        description: '',
        channels: ['sms'],
        groups: [tenant.groups.north],
        permissions: [],
        memberIds: [],
      }
      const temp = (await admin.call('POST', profiles, { ...draft, name: 'Temp' })).json
      const stays = (await admin.call('POST', profiles, { ...draft, name: 'Stays' })).json
      const { analyst, compliance } = tenant.users
      await admin.call('PUT', `/bff/api/v1/users/${analyst}`, { permissionProfileIds: [temp.id] })
      await admin.call('PUT', `/bff/api/v1/users/${compliance}`, {
        permissionProfileIds: [temp.id, stays.id],
      })
      const moved = ['analyst', 'compliance'].map(
        (name) => `${name}@${tenant.label}.example,New,Name,,${name},Everything\n`,
      )
      const { id } = (await upload(heading + moved.join('') + row('ann'))).json
      await work()
      const { version } = (await admin.call('GET', `${profiles}/${temp.id}`)).json
      expect((await admin.call('DELETE', `${profiles}/${temp.id}?expectedVersion=${version}`)).status).toBe(
        200,
      )
      await step(id, 'undo')
      await work()
      expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: 2, kept: 1 } })
      expect((await rowsOf(id)).map((one: never) => one['undoNote'])).toEqual([
        'The permission profiles they had no longer exist.',
        undefined,
        undefined,
      ])
      const names = async (user: string) =>
        (await admin.call('GET', `/bff/api/v1/users/${user}`)).json.permissionProfiles.map(
          (one: never) => one['name'],
        )
      expect([await names(analyst), await names(compliance)]).toEqual([['Everything'], ['Stays']])
    },
  )

  test('get back no deleted group', async () => {
    const groups = '/messenger/api/v1/conversation-groups'
    const draft = {
      description: '',
      sharedConversationHistory: false,
      memberIds: [tenant.colleague],
      contactIds: [],
    }
    const short = await admin.call('POST', groups, { ...draft, name: 'Short' })
    const users = '/messenger/api/v1/users'
    await admin.call('PUT', `${users}/${tenant.colleague}`, { groupIds: [short.json.id] })
    const text = `Email,First name,Last name,Role,Groups\ncolleague@${tenant.label}.example,Sam,Sand,User,North\n`
    const csv = { 'content-type': 'text/csv' }
    const { id } = (await admin.call('POST', `${users}/import`, Buffer.from(text), csv)).json
    await work()
    const { version } = (await admin.call('GET', `${groups}/${short.json.id}`)).json
    const gone = await admin.call('DELETE', `${groups}/${short.json.id}?expectedVersion=${version}`)
    expect(gone.status).toBe(200)
    await step(id, 'undo')
    await work()
    expect((await rowsOf(id))[0]).toMatchObject({
      undone: false,
      undoNote: 'The groups they had no longer exist.',
    })
  })

  test('get back no profile with permissions that the user who undoes it lacks', async () => {
    const profiles = '/bff/api/v1/permission-profiles'
    const draft = { description: '', channels: ['sms'], groups: [tenant.groups.north], memberIds: [] }
    const give = async (name: string, ...permissions: string[]) =>
      (await admin.call('POST', profiles, { ...draft, name, permissions })).json.id
    const { analyst, compliance } = tenant.users
    const members = await give('People', 'platform_users.manage', 'users.import')
    const trail = await give('Trail', 'audit.export')
    // Who reads all groups may undo another person’s import.
    await admin.call('PUT', `/bff/api/v1/users/${analyst}`, {
      permissionProfileIds: [members, tenant.profiles.everything],
    })
    await admin.call('PUT', `/bff/api/v1/users/${compliance}`, {
      role: 'analyst',
      permissionProfileIds: [trail],
    })
    const { id } = (
      await upload(`${heading}compliance@${tenant.label}.example,New,Name,,Analyst,Everything\n`)
    ).json
    await work()
    expect(await find(id)).toMatchObject({ counts: { updated: 1 } })
    const lesser = await world.as(tenant, analyst)
    expect((await lesser.call('POST', `/bff/api/v1/imports/${id}/undo`)).status).toBe(200)
    await work()
    expect((await rowsOf(id))[0].undoNote).toBe('You can’t grant permissions you don’t have: audit.export.')
  })
})

describe('an undo of a file of users', () => {
  test('removes users unchanged since, and reports which it kept and why', async () => {
    const before = (await users()).total
    await upload(heading + row('old', 'Analyst', 'North only'))
    await work()
    const { id } = (await upload(heading + row('old', 'Compliance') + row('ann') + row('ben') + row('cleo')))
      .json
    await work()
    const [ann, ben] = (await users('&search=doe')).items
    await admin.call('PUT', `/bff/api/v1/users/${ann.id}`, { firstName: 'Anna' })
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .updateTable('tenant_user')
        .set({ last_sign_in_at: world.ctx.now() })
        .where('id', '=', ben.id)
        .execute(),
    )
    expect((await find(id)).undoUntil).toBeDefined()
    expect((await step(id, 'undo')).json.state).toBe('undoing')
    await work()
    expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: 2, kept: 2 } })
    const rows = await rowsOf(id)
    expect(rows.map((one: never) => [one['undone'], one['undoNote']])).toEqual([
      [true, undefined],
      [false, 'They have been changed since.'],
      [false, 'They have signed in since.'],
      [true, undefined],
    ])
    const { items, total } = await users('&search=doe')
    expect(items.map((one: never) => [one['fullName'], one['role']])).toEqual([
      ['Anna Doe', 'analyst'],
      ['ben Doe', 'analyst'],
      ['old Doe', 'analyst'],
    ])
    expect(items[2].permissionProfiles.map((one: never) => one['name'])).toEqual(['North only'])
    expect(total).toBe(3)
    expect((await users()).total).toBe(before + 3)
    expect((await step(id, 'undo')).json.code).toBe('import.undo-over')
  })

  test('keeps a person whom a conversation that was there before got to know, and whom a message names', async () => {
    const author = { kind: 'email', value: 'ann@example.com' } as const
    const say = () => captureHistory(world, tenant, [messageOf(world, { author })])
    await say()
    const first = (await upload(heading + row('ann'))).json
    await work()
    await say()
    expect(await countWritten('participant', "address = 'ann@example.com' and user_id is not null")).toBe(1)
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('participant').set({ user_id: null }).execute(),
    )
    await step(first.id, 'undo')
    await work()
    expect(await find(first.id)).toMatchObject({ state: 'undone', undo: { undone: 0, kept: 1 } })
  })

  test('removes a person’s inbox with them, and keeps a person who has work', async () => {
    await forbidOffTheRecord(world, admin)
    await world.deliver(tenant, { from: '+15550101009', body: 'This is off the record' })
    await world.settle()
    const { id } = (await upload(heading + row('ann') + row('ben'))).json
    await work()
    const [ann, ben] = (await users('&search=doe')).items.map((one: never) => one['id'] as UserId)
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      const { id: event } = await tx.selectFrom('cognitive_event').select('id').executeTakeFirstOrThrow()
      const eventIds = [event]
      await addItems(tx, { name: 'Verbatim' }, [{ userId: ann, kind: 'raised', eventIds }], world.ctx.now())
      await tx.updateTable('cognitive_event').set({ assignee_id: ben }).execute()
    })
    await step(id, 'undo')
    await work()
    expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: 1, kept: 1 } })
    expect((await users('&search=doe')).items).toMatchObject([{ id: ben }])
    expect(await countWritten('inbox_item', `user_id = '${ann}'`)).toBe(0)
  })

  test('is possible for a day', async () => {
    const { id } = (await upload(heading + row('ann'))).json
    await work()
    world.pass(dayMs + 1)
    admin = await world.as(tenant, tenant.users.super_admin)
    expect((await find(id)).undoUntil).toBeUndefined()
    expect((await step(id, 'undo')).json.code).toBe('import.undo-over')
  })
})
