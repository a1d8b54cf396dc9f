import { channels } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { changeStatus } from './commands.ts'
import { toDetail } from './queries.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let analyst: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('review')
  reviewer = await world.as(tenant, tenant.users.compliance)
  analyst = await world.as(tenant, tenant.users.analyst)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
let people = 0
/** The event of a message that breaks the policy, from a new sender. */
async function raise(body = 'Keep this off the record, please.') {
  world.pass(1)
  const from = `+155501${String(20_000 + (people += 1))}`
  expect(await world.deliver(tenant, { from, body })).toBe(200)
  await world.settle()
  const { json } = await reviewer.call('GET', `${path}?limit=1`)
  return { ...json.items[0], sender: from }
}

describe('raising', () => {
  test('a message that breaks a policy becomes an event, with evidence at the exact characters', async () => {
    const event = await raise('Sure 👍 — keep it OFF the record!')
    expect(event).toMatchObject({
      policyName: 'Off the record',
      severity: 'high',
      status: 'new',
      ruleNames: ['Secrecy'],
    })
    const { json } = await reviewer.call('GET', `${path}/${event.id}`)
    expect(json.evidence).toHaveLength(1)
    expect(json.evidence[0].text).toBe('OFF the record')
    expect(event.preview.slice(...event.marks[0])).toBe('OFF the record')
  })

  test('matches of one policy in one conversation within a day are one event; a day later they are another', async () => {
    const event = await raise()
    world.pass(20 * 60_000)
    await world.deliver(tenant, { from: event.sender, body: 'again off the record' })
    await world.settle()
    const again = await reviewer.call('GET', `${path}/${event.id}`)
    expect(again.json).toMatchObject({ evidenceCount: 2, status: 'new' })
    expect(again.json.history.map((entry: { kind: string }) => entry.kind)).toEqual(['raised', 'joined'])
    world.pass(25 * hourMs)
    reviewer = await world.as(tenant, tenant.users.compliance)
    analyst = await world.as(tenant, tenant.users.analyst)
    await world.deliver(tenant, { from: event.sender, body: 'off the record, once more' })
    await world.settle()
    const { json } = await reviewer.call('GET', `${path}?filter=conversationId[eq]:${event.conversationId}`)
    expect(json.total).toBe(2)
  })

  test('a repeated delivery raises nothing again', async () => {
    const sid = `SM${'d'.repeat(32)}`
    for (let i = 0; i < 3; i++)
      await world.deliver(tenant, { from: '+15550177777', body: 'off the record', sid })
    await world.settle()
    const { json } = await reviewer.call('GET', `${path}?limit=1`)
    expect(json.items[0]).toMatchObject({ evidenceCount: 1 })
  })

  test('a clean message raises nothing', async () => {
    const before = (await reviewer.call('GET', path)).json.total
    await world.deliver(tenant, { from: '+15550166666', body: 'Please keep a record of this.' })
    await world.settle()
    expect((await reviewer.call('GET', path)).json.total).toBe(before)
  })
})

describe('reviewing', () => {
  test('claim, escalate, resolve and reopen, each with its history entry', async () => {
    const { id } = await raise()
    const put = (body: object) => reviewer.call('PUT', `${path}/${id}/status`, body)
    expect((await put({ status: 'in_review' })).json).toMatchObject({
      status: 'in_review',
      assignee: { id: tenant.users.compliance },
    })
    expect(
      (await put({ status: 'escalated', comment: 'Needs a second pair of eyes' })).json.commentCount,
    ).toBe(1)
    expect((await put({ status: 'resolved' })).json.code).toBe('event.disposition-needed')
    const resolved = await put({ status: 'resolved', disposition: 'non_compliant' })
    expect(resolved.json).toMatchObject({ status: 'resolved', disposition: 'non_compliant' })
    expect((await put({ status: 'in_review' })).json.code).toBe('event.reason-needed')
    const reopened = await put({ status: 'in_review', reason: 'New evidence' })
    expect(reopened.json).toMatchObject({ status: 'in_review', disposition: null })
    expect(reopened.json.history.map((entry: { to: string }) => entry.to)).toEqual([
      'new',
      'in_review',
      'escalated',
      'resolved',
      'in_review',
    ])
  })

  test('a comment that reopens an event is its reason in the history, and no other comment is', async () => {
    const { id } = await raise()
    const put = async (body: object) => {
      const { status, json } = await reviewer.call('PUT', `${path}/${id}/status`, body)
      expect(status).toBe(200)
      return json.history.at(-1).note
    }
    expect(await put({ status: 'dismissed', comment: 'Noise' })).toBeNull()
    expect(await put({ status: 'in_review', comment: 'It was not' })).toBe('It was not')
    expect(await put({ status: 'dismissed', reason: 'It was' })).toBe('It was')
    expect(await put({ status: 'in_review', reason: 'New evidence', comment: 'Look' })).toBe('New evidence')
  })

  test('an event is assigned only to a user who sees it, alone or with others', async () => {
    const { id } = await raise()
    await world.deliver(tenant, {
      from: '+15550188888',
      body: 'Off the record, in no group',
      channel: 'whatsapp',
    })
    await world.settle()
    const { json } = await reviewer.call('GET', `${path}?limit=1&filter=channelType[eq]:whatsapp`)
    const unseen = json.items[0].id
    const assigneeId = tenant.northerner
    const assign = (event: string) => reviewer.call('PUT', `${path}/${event}/assignee`, { assigneeId })
    expect((await assign(id)).json).toMatchObject({ assignee: { id: assigneeId } })
    expect((await assign(unseen)).json).toMatchObject({
      code: 'event.assignee-cannot-see',
      message: expect.stringContaining('does not have access to this event. Nothing was saved'),
    })
    const change = { status: 'in_review', assigneeId }
    expect((await reviewer.call('PUT', `${path}/${unseen}/status`, change)).json.code).toBe(
      'event.assignee-cannot-see',
    )
    const bulk = await reviewer.call('POST', `${path}/status`, { ids: [id, unseen], change })
    expect(bulk.json).toMatchObject({ details: { what: '1 of the 2 events' } })
    expect((await reviewer.call('GET', `${path}/${id}`)).json.status).toBe('new')
  })

  test('a step that does not exist is refused with the current status', async () => {
    const { id } = await raise()
    await reviewer.call('PUT', `${path}/${id}/status`, { status: 'dismissed' })
    const answer = await reviewer.call('PUT', `${path}/${id}/status`, { status: 'escalated' })
    expect(answer).toMatchObject({ status: 409 })
    expect(answer.json).toMatchObject({
      code: 'event.illegal-step',
      details: { from: 'Dismissed', to: 'Escalated', status: 'dismissed' },
    })
  })

  test('a decision made on an older version is refused, and nothing is saved', async () => {
    const { id, version } = await raise()
    await reviewer.call('PUT', `${path}/${id}/status`, { status: 'in_review', expectedVersion: version })
    const late = await reviewer.call('PUT', `${path}/${id}/status`, {
      status: 'dismissed',
      expectedVersion: version,
    })
    expect(late.json).toMatchObject({ code: 'event.changed', details: { status: 'in_review' } })
  })

  test('an analyst comments, and may not change the status', async () => {
    const { id } = await raise()
    expect(
      (await analyst.call('POST', '/bff/events/comments', { eventId: id, comment: 'Looks odd' })).status,
    ).toBe(200)
    const answer = await analyst.call('PUT', `${path}/${id}/status`, { status: 'in_review' })
    expect(answer.json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'events.change_status' },
    })
  })

  test('a user who sees only the north group cannot see, change or comment on other events', async () => {
    const outside = await raise()
    const northerner = await world.as(tenant, tenant.northerner)
    // The SMS account's representative belongs to the north group: this event is visible.
    expect((await northerner.call('GET', `${path}/${outside.id}`)).status).toBe(200)
    await world.deliver(tenant, { from: '+15550155555', body: 'off the record', channel: 'whatsapp' })
    await world.settle()
    const { json } = await reviewer.call('GET', `${path}?limit=1&filter=channelType[eq]:whatsapp`)
    const { id } = json.items[0]
    for (const answer of [
      await northerner.call('GET', `${path}/${id}`),
      await northerner.call('PUT', `${path}/${id}/status`, { status: 'in_review' }),
      await northerner.call('POST', '/bff/events/comments', { eventId: id, comment: 'x' }),
    ])
      expect(answer.json.code).toBe('event.not-found')
  })
})

describe('comments', () => {
  test('an empty comment is refused in the words of the specification', async () => {
    const { id } = await raise()
    for (const comment of ['', '  ', '\u200B\u2800']) {
      const answer = await reviewer.call('POST', '/bff/events/comments', { eventId: id, comment })
      expect(answer.json.details.fields.comment).toBe(
        'Please indicate the content of your comment to be added.',
      )
    }
  })

  test('evidence files are stored byte for byte; other types, and files with a false name, are refused', async () => {
    const { id } = await raise()
    const upload = (name: string, bytes: Buffer) =>
      reviewer.call('POST', `/bff/events/${id}/files?name=${encodeURIComponent(name)}`, bytes, {
        'content-type': 'application/octet-stream',
      })
    const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')
    const file = await upload('plan.pdf', bytes)
    expect(file.json).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf' })
    const comment = await reviewer.call('POST', '/bff/events/comments', {
      eventId: id,
      comment: 'See file',
      fileIds: [file.json.id],
    })
    const saved = await reviewer.call('GET', `/bff/events/comments/${comment.json.id}/files/${file.json.id}`)
    expect(saved.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(saved.text).toBe(bytes.toString())
    for (const [name, content] of [
      ['evil.pdf', '<html><script>1</script>'],
      ['tool.exe', 'MZ'],
      ['x.svg', '<svg/>'],
    ] as const) {
      expect((await upload(name, Buffer.from(content))).json.code).toBe('event.file-type')
    }
  })
})

test('an export contains every event of the question at one moment', async () => {
  const { json } = await reviewer.call('POST', `${path}/export`, { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const made = await reviewer.call('GET', `/bff/api/v1/exports/${json.exportId}`)
  const { total } = (await reviewer.call('GET', path)).json
  expect(made.json).toMatchObject({ state: 'done', manifest: { rows: total } })
  const file = await reviewer.call('GET', `/bff/api/v1/exports/${json.exportId}/file`)
  expect(file.text.split('\r\n').filter((line) => /,"?[0-9a-f-]{36}"?$/.test(line))).toHaveLength(total)
})

test('a change of status reads its event once, and the answer comes from the statement that changes it', async () => {
  const { id } = await raise()
  const actor = {
    tenantId: tenant.id,
    userId: tenant.users.compliance,
    name: 'Reviewer',
    role: 'compliance',
    messengerRole: 'user',
    permissions: new Set(['events.comment'] as const),
    scope: [{ channels, groupIds: 'all' }],
  } as const
  const asked: string[] = []
  const noting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const answer = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const noted = Object.assign(tx.withPlugin(noting), { tenantId: tenant.id }) as TenantTx
    const change = { status: 'in_review', comment: 'Mine.' } as const
    const row = await changeStatus(noted, actor, { id: id as EventId, change }, world.ctx.now())
    return toDetail(noted, actor.scope, row, { withAttachments: true })
  })
  expect(answer).toEqual((await reviewer.call('GET', `${path}/${id}`)).json)
  expect(answer).toMatchObject({ status: 'in_review', commentCount: 1 })
  expect(asked.filter((text) => /from "?cognitive_event\b/.test(text))).toHaveLength(1)
  // Held; the comment and its count; the change, its history and audit; then the recipients, the words found, the
  // evidence and the history.
  expect(asked).toHaveLength(10)
})
