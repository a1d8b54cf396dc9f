import { hourMs } from '@verbatim/contract/durations.ts'
import { get, type IncomingMessage } from 'node:http'
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '#domains/audit/commands.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let other: WorldTenant
let compliance: Caller
let count = 0

useTestWorld(async (opened, own) => {
  world = opened
  database = own
  other = await world.makeTenant('other')
})
beforeEach(async () => {
  tenant = await world.makeTenant(`audited${(count += 1)}`)
  compliance = await world.as(tenant, tenant.users.compliance)
})

const record = (name: string, audited: Parameters<typeof recordAudit>[2], of = tenant) =>
  inTenant(world.ctx.db, of.id, (tx) =>
    recordAudit(tx, { userId: of.users.super_admin, name }, audited, world.ctx.now()),
  )

async function list(question = '', caller = compliance): Promise<{ items: AuditEvent[]; total: number }> {
  const { status, json } = await caller.call('GET', `/audit/events${question}`)
  expect(status).toBe(200)
  return json as { items: AuditEvent[]; total: number }
}

const roleChange = {
  type: 'user_role_changed',
  target: { kind: 'user', id: '00000000-0000-7000-8000-000000000001', name: 'Tom Reed' },
  changes: [{ field: 'role', old: 'analyst', new: 'compliance' }],
} as const

describe('the list', () => {
  test('shows each action with its changes, counts and names at that time, only to its own organization', async () => {
    await record('Ana Bell', roleChange)
    await record('Ana Bell', roleChange, other)
    await record('Ægir Sjöberg', {
      type: 'messenger_conversation_group_members_updated',
      target: { kind: 'conversation_group', id: tenant.groups.north, name: 'North' },
      changes: [{ field: 'members', old: null, new: ['Ann', 'Ben', 'Cy'] }],
      counts: { membersAdded: 3 },
    })
    const { items, total } = await list(
      '?filter=eventType[in]:user_role_changed|messenger_conversation_group_members_updated',
    )
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { type: 'messenger_conversation_group_members_updated', counts: { membersAdded: 3 } },
      { actor: { id: tenant.users.super_admin, name: 'Ana Bell' }, target: { name: 'Tom Reed' } },
    ])
    expect(items[1]?.changes).toEqual([{ field: 'role', old: 'analyst', new: 'compliance' }])
  })

  test('answers each question', async () => {
    await record('Ana Bell', roleChange)
    await record('Ægir Sjöberg', {
      type: 'policy_created',
      target: { kind: 'policy', id: 'x', name: 'Gifts' },
      changes: [{ field: 'name', old: null, new: 'Gifts' }],
    })
    for (const [question, found] of [
      ['search=name:ana', 1],
      ['search=reed', 1],
      ['search=ÆGIR', 1],
      ['search=role chan', 1],
      ['search=absent', 0],
      ['search=--', 0],
      ['filter=target[eq]:00000000-0000-7000-8000-000000000001', 1],
      ['filter=eventType[neq]:user_role_changed', 1],
      ['period=2', 2],
      ['period=2001-01-01|2001-01-02', 0],
      ['sort=eventType', 2],
      ['sort=-user,date', 2],
    ] as const)
      expect([question, (await list(`?${encodeURI(question)}`)).total]).toEqual([question, found])
  })

  test('is paged, and sorted by type and by user', async () => {
    for (const name of ['Ben', 'Ana', 'Cy']) await record(name, roleChange)
    const names = async (question: string) => (await list(question)).items.map(({ actor }) => actor.name)
    expect(await names('?sort=user')).toEqual(['Ana', 'Ben', 'Cy'])
    expect(await names('?sort=-user&limit=1&skip=1')).toEqual(['Ben'])
    expect(await names('?sort=date&limit=2')).toEqual(['Ben', 'Ana'])
  })

  test('refuses unknown parameters by name', async () => {
    for (const question of [
      'filter=eventType[eq]:nonsense',
      'filter=colour[eq]:red',
      'sort=address',
      'limt=1',
    ]) {
      const { status } = await compliance.call('GET', `/audit/events?${question}`)
      expect(status).toBe(400)
    }
  })

  test('is visible only to users who may see it', async () => {
    const analyst = await world.as(tenant, tenant.users.analyst)
    const { status, json } = await analyst.call('GET', '/audit/events')
    expect(status).toBe(403)
    expect(json).toMatchObject({ details: { permission: 'audit.view' } })
  })

  test('names every actor once, with their latest name', async () => {
    await record('Ana Bell', roleChange)
    world.pass(1_000)
    await record('Ana Bell-Reed', roleChange)
    const { json } = await compliance.call('GET', '/audit/actors')
    expect(json).toEqual({ items: [{ id: tenant.users.super_admin, name: 'Ana Bell-Reed' }] })
  })
})

describe('files', () => {
  test('a file of a whole question is one answer, safe in a spreadsheet, and is itself audited', async () => {
    await record('=HYPERLINK("x")', roleChange)
    const { status, text } = await compliance.call(
      'GET',
      '/audit/events/export?filter=eventType[eq]:user_role_changed',
    )
    expect(status).toBe(200)
    expect(text).toContain(`"'=HYPERLINK`)
    expect(text).toContain('changed the role of Tom Reed from Analyst to Compliance')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect((await list('?filter=eventType[eq]:export_created')).total).toBe(1)
  })

  test('a file that a worker makes has the same content, and downloading it is audited', async () => {
    await record('Ana Bell', roleChange)
    const { status, json } = await compliance.call('POST', '/audit/events/export?search=reed', {
      format: 'csv',
    })
    expect(status).toBe(202)
    const { exportId } = json as { exportId: string }
    await runExports(world.ctx, tenant.id)
    const { text } = await compliance.call('GET', `/bff/api/v1/exports/${exportId}/file`)
    expect(text).toContain('Role changed')
    expect((await list('?filter=eventType[eq]:export_downloaded')).items).toMatchObject([
      { target: { kind: 'export', id: exportId } },
    ])
  })

  test('one person can keep at most two unread exports open; abandoned ones no longer count', async () => {
    // More than what is on its way holds, in a column without an index.
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`insert into audit_event (id, at, actor_name, type, agent)
        select gen_random_uuid(), now(), 'Ana Bell', 'sign_in', repeat('browser ', 125)
        from generate_series(1, 4000)`.execute(tx),
    )
    const headers = {
      host: `${tenant.label}.verbatim.localhost:3000`,
      authorization: `Bearer ${compliance.token}`,
    }
    const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/audit/events/export`
    const open = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(url, { headers, agent: false }, resolve).on('error', reject)
      })
    const unread = [await open(), await open()]
    expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const third = await compliance.call('GET', '/audit/events/export')
    expect([third.status, third.json.code]).toEqual([429, 'export.too-many'])
    for (const answer of unread) answer.destroy()
    const exported = async () => (await compliance.call('GET', '/audit/events/export?limit=1')).status
    await expect.poll(exported).toBe(200)
  })

  test('a page of it can be exported, and an unknown format is refused', async () => {
    for (const name of ['A', 'B', 'C']) await record(name, roleChange)
    const { text } = await compliance.call('GET', '/audit/events/export?sort=user&limit=1&skip=1')
    expect(text.trim().split('\r\n')[1]).toContain('"B"')
    const { status } = await compliance.call('GET', '/audit/events/export?format=pdf')
    expect(status).toBe(400)
  })
})

describe('views', () => {
  test('opening a message is recorded once an hour, with its origin', async () => {
    await world.deliver(tenant, { from: '+15550109999', body: 'hello' })
    await world.settle()
    const { json } = await compliance.call('GET', '/bff/api/v1/messages')
    const [message] = (json as { items: { id: string; conversationId: string }[] }).items
    const open = () => compliance.call('GET', `/bff/api/v1/messages/${message!.id}`)
    const answers = await Promise.all([open(), open(), open()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await compliance.call('GET', `/bff/conversations/${message!.conversationId}`)
    const viewed = async () => (await list('?filter=eventType[in]:message_viewed|conversation_viewed')).items
    expect((await viewed()).map(({ type, target }) => `${type} ${target?.id}`).toSorted()).toEqual([
      `conversation_viewed ${message!.conversationId}`,
      `message_viewed ${message!.id}`,
    ])
    expect((await viewed())[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    world.pass(hourMs)
    compliance = await world.as(tenant, tenant.users.compliance)
    await open()
    expect(await viewed()).toHaveLength(3)
  })

  test('an event and a conversation that are preloaded are recorded as preloaded, and as opened once they are opened', async () => {
    await forbidOffTheRecord(world, compliance)
    await world.deliver(tenant, { from: '+15550109998', body: 'off the record' })
    await world.settle()
    const { json } = await compliance.call('GET', '/bff/api/v1/cognitive-events')
    const [event] = (json as { items: { id: string; conversationId: string }[] }).items
    const read = async (query: string) => {
      const paths = [
        `/bff/api/v1/cognitive-events/${event!.id}`,
        `/bff/conversations/${event!.conversationId}`,
      ]
      const answers = await Promise.all(paths.map((path) => compliance.call('GET', path + query)))
      return answers.map(({ status }) => status)
    }
    const types = async () =>
      (await list(`?filter=target[eq]:${event!.id}`)).items.map(({ type }) => type).toSorted()
    expect(await read('?ahead=true')).toEqual([200, 200])
    expect(await read('?ahead=perhaps')).toEqual([400, 400])
    expect(await types()).toEqual(['event_loaded_ahead'])
    expect(await read('')).toEqual([200, 200])
    expect(await types()).toEqual(['event_loaded_ahead', 'event_viewed'])
  })

  test('the comments of an event and their files are recorded, with names for those who may see the event', async () => {
    await forbidOffTheRecord(world, compliance)
    await world.deliver(tenant, { from: '+15550109997', body: 'off the record' })
    await world.settle()
    const [event] = (await compliance.call('GET', '/bff/api/v1/cognitive-events')).json.items
    const upload = await compliance.call(
      'POST',
      `/bff/events/${event.id}/files?name=call.txt`,
      Buffer.from('As discussed.'),
      { 'content-type': 'application/octet-stream' },
    )
    const comment = { eventId: event.id, comment: 'See file', fileIds: [upload.json.id] }
    const { json: made } = await compliance.call('POST', '/bff/events/comments', comment)
    const manager = await world.as(tenant, tenant.users.manager)
    const by = async () =>
      (await list(`?filter=eventType[in]:event_viewed|attachment_downloaded`)).items
        .filter(({ actor }) => actor.id === tenant.users.manager)
        .map(({ type, target }) => ({ type, target }))
    expect((await manager.call('GET', `/bff/events/comments/${event.id}`)).status).toBe(200)
    expect(await by()).toMatchObject([
      { type: 'event_viewed', target: { kind: 'cognitive-event', id: event.id } },
    ])
    const path = `/bff/events/comments/${made.id}/files/${upload.json.id}`
    for (const _ of [1, 2]) expect((await manager.call('GET', path)).text).toBe('As discussed.')
    expect((await manager.call('GET', path.replace(made.id, event.id))).status).toBe(404)
    const target = { kind: 'comment-file', id: upload.json.id }
    expect((await by()).filter(({ type }) => type === 'attachment_downloaded')).toEqual([
      { type: 'attachment_downloaded', target: { ...target, name: 'call.txt', eventId: event.id } },
    ])
  })

  test('a missing or forbidden message is not recorded as viewed', async () => {
    await compliance.call('GET', '/bff/api/v1/messages/00000000-0000-7000-8000-000000000000')
    expect((await list('?filter=eventType[eq]:message_viewed')).total).toBe(0)
  })
})

test('the trail cannot be changed or removed, by the server or by the owner of the table', async () => {
  await record('Ana Bell', roleChange)
  for (const change of [sql`update audit_event set actor_name = 'x'`, sql`delete from audit_event`])
    await expect(inTenant(world.ctx.db, tenant.id, (tx) => change.execute(tx))).rejects.toThrow(
      'permission denied',
    )
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('alter table audit_event no force row level security')
  try {
    for (const change of [
      `update audit_event set actor_name = 'x'`,
      'delete from audit_event',
      'truncate audit_event',
    ])
      await expect(owner.query(change)).rejects.toThrow('append-only')
  } finally {
    await owner.query('alter table audit_event force row level security')
    await owner.end()
  }
})
