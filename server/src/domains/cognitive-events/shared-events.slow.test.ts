import { dayMs } from '@verbatim/contract/durations.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let northerner: Caller

useTenants('events', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  northerner = await world.as(tenant, tenant.northerner)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
/** Representatives of the two groups. */
const north = { kind: 'phone', value: '+15550100001' } as const
const south = { kind: 'phone', value: '+15550100009' } as const
const say = (author: typeof north | typeof south, body: string) =>
  captureHistory(world, tenant, [messageOf(world, { author, body })])
const events = async (caller: Caller) => (await caller.call('GET', path)).json.items

test('all groups of its evidence see an event, and each reads only its own messages', async () => {
  await say(south, 'southern, off the record')
  expect(await events(northerner)).toEqual([])
  await say(north, 'northern, off the record')
  const [event] = await events(northerner)
  expect(event).toMatchObject({ evidenceCount: 2, preview: '', marks: [] })
  const { json } = await northerner.call('GET', `${path}/${event.id}`)
  expect(json.evidence).toHaveLength(1)
  expect(json.evidence[0].messageId).not.toBe(event.messageId)
  const { json: whole } = await reviewer.call('GET', `${path}/${event.id}`)
  expect(whole.evidence).toHaveLength(2)
  expect(whole.preview).toBe('southern, off the record')

  const { json: asked } = await northerner.call('POST', `${path}/export`, { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const file = await northerner.call('GET', `/bff/api/v1/exports/${asked.exportId}/file`)
  expect(file.text).toContain(event.id)
  expect(file.text).not.toContain('southern')
})

test('an export names no file of a message that its reader may not see', async () => {
  const rule = { name: 'Files', type: 'phrase', pattern: 'off the record', scope: 'message_and_attachment' }
  const { status } = await reviewer.call('POST', '/bff/api/v1/topic', {
    name: 'Off the record, in files too',
    rules: [{ ...rule, conditions: {} }],
  })
  expect(status).toBe(200)
  world.pass(4_000)
  const file = {
    ordinal: 0,
    name: 'southern terms, off the record.txt',
    bytes: Buffer.from('off the record'),
  }
  const attached = messageOf(world, { author: south, body: 'Enclosed', attachments: [file] })
  await captureHistory(world, tenant, [attached])
  await world.settle()
  await say(north, 'northern, off the record')
  const exported = async (caller: Caller) => {
    const { json } = await caller.call('POST', `${path}/export`, { format: 'csv' })
    while ((await runExports(world.ctx, tenant.id)) > 0);
    return (await caller.call('GET', `/bff/api/v1/exports/${json.exportId}/file`)).text
  }
  // The policy without files raised one that has no southern evidence.
  const seen = await events(northerner)
  expect(seen.map(({ evidenceCount }: { evidenceCount: number }) => evidenceCount).toSorted()).toEqual([1, 3])
  for (const { id } of seen) expect(await exported(northerner)).toContain(id)
  expect(await exported(northerner)).not.toContain('southern')
  expect(await exported(reviewer)).toContain('in the name of a file')
})

test('a breach found while the event is being closed raises a new event', async () => {
  await say(south, 'off the record')
  const [event] = await events(reviewer)
  const { promise: decided, resolve: commit } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const closing = inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`update cognitive_event set status = 'resolved', version = version + 1 where id = ${event.id}`.execute(
      tx,
    )
    holds()
    await decided
  })
  await held
  const found = say(south, 'again off the record')
  await new Promise((resolve) => setTimeout(resolve, 300))
  commit()
  await Promise.all([closing, found])
  const all = await events(reviewer)
  expect(all.map(({ status }: { status: string }) => status).toSorted()).toEqual(['new', 'resolved'])
})

test('thousands of events can be moved one step at once, and back', { tags: ['whole'] }, async () => {
  // The most that one step may have, or more than a statement could have as values of its own.
  const many = isWhole ? 10_000 : 6_000
  await say(south, 'off the record')
  const [{ id }] = await events(reviewer)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`insert into cognitive_event (id, policy_id, policy_version, conversation_id, message_id, channel, severity,
        triggered_at, last_evidence_at)
      select gen_random_uuid(), policy_id, policy_version, conversation_id, message_id, channel, severity, triggered_at,
        last_evidence_at from cognitive_event, generate_series(2, ${many}) where id = ${id}`.execute(tx),
  )
  const { json } = await reviewer.call('POST', `${path}/status`, {
    all: true,
    change: { status: 'dismissed' },
  })
  expect(json).toMatchObject({ changed: many, skipped: 0 })
  const undone = await reviewer.call('POST', `${path}/status/undo`, { changeId: json.changeId })
  expect(undone.json).toEqual({ changed: many, skipped: 0, withheld: [] })
})

test('a comment on a bulk step is added to each event', async () => {
  await say(south, 'off the record')
  const [{ id }] = await events(reviewer)
  const change = { status: 'dismissed', comment: 'A quotation' }
  expect((await reviewer.call('POST', `${path}/status`, { ids: [id], change })).json.changed).toBe(1)
  const { json } = await reviewer.call('GET', `/bff/events/comments/${id}`)
  expect(json.items.map(({ body }: { body: string }) => body)).toEqual(['A quotation'])
})

test('the breach of an edit counts on the day it arrived, whatever time the edit states', async () => {
  await captureHistory(world, tenant, [messageOf(world, { messageKey: 'edited' })])
  const at = new Date(world.ctx.now().getTime() - 40 * dayMs)
  await captureHistory(world, tenant, [
    { kind: 'edit', channel: 'whatsapp', eventKey: 'e', targetKey: 'edited', at, body: 'off the record' },
  ])
  const [event] = await events(reviewer)
  expect(event.triggeredTime).toBe(world.ctx.now().toISOString())
})

test('only a user who may change events can be assigned one', async () => {
  await say(north, 'off the record')
  const [{ id }] = await events(reviewer)
  const assign = (assigneeId: string) => reviewer.call('PUT', `${path}/${id}/assignee`, { assigneeId })
  const elsewhere = await world.makeTenant(`other-${tenant.label}`)
  for (const stranger of [tenant.representative, tenant.users.none, elsewhere.users.compliance])
    expect((await assign(stranger)).json.code).toBe('event.not-a-reviewer')
  expect((await assign(tenant.northerner)).status).toBe(200)
})

test('an event is listed with every message that holds its evidence, for users who see that message', async () => {
  await say(south, 'southern, off the record')
  await say(north, 'northern, off the record')
  const [event] = await events(reviewer)
  const { json } = await reviewer.call('GET', `${path}/${event.id}`)
  const [first, second] = json.evidence.map((one: { messageId: string }) => one.messageId)
  expect(first).toBe(event.messageId)
  const relatedTo = async (caller: Caller, messageId: string, operator = 'eq') =>
    (await caller.call('GET', `${path}?filter=messageId[${operator}]:${messageId}`)).json.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await relatedTo(reviewer, first)).toEqual([event.id])
  expect(await relatedTo(reviewer, second)).toEqual([event.id])
  expect(await relatedTo(reviewer, second, 'neq')).toEqual([])
  expect(await relatedTo(reviewer, event.id)).toEqual([])
  // They see the event through their own message, and the other message shows them nothing.
  expect([await relatedTo(northerner, first), await relatedTo(northerner, second)]).toEqual([[], [event.id]])
})

describe('the subject of a mail', () => {
  const mail = (subject: string, over: object = {}) =>
    captureHistory(world, tenant, [messageOf(world, { author: south, subject, body: 'See above.', ...over })])
  const evidenceOf = async (id: string) => (await reviewer.call('GET', `${path}/${id}`)).json.evidence

  test('is separate evidence, with its own text and place, and the list shows it', async () => {
    await mail('Fwd: this is off the record')
    const [event] = await events(reviewer)
    expect(event).toMatchObject({ preview: 'Fwd: this is off the record', marks: [[13, 27]] })
    expect(await evidenceOf(event.id)).toMatchObject([
      { part: 'subject', start: 13, end: 27, text: 'off the record', revision: 1 },
    ])
    const { json } = await reviewer.call('POST', `${path}/evidence`, { messageIds: [event.messageId] })
    expect(json.items).toEqual([
      { messageId: event.messageId, revision: 1, part: 'subject', start: 13, end: 27 },
    ])
  })

  test('is reported once, however often it is answered, before and after the event is closed', async () => {
    await mail('Off the record')
    await mail('Re: Off the record')
    await mail('AW: Re: Off  the record')
    const [event] = await events(reviewer)
    expect(event.evidenceCount).toBe(1)
    for (const change of [{ status: 'in_review' }, { status: 'dismissed' }]) {
      expect((await reviewer.call('PUT', `${path}/${event.id}/status`, change)).status).toBe(200)
    }
    world.pass(3 * dayMs)
    await mail('回复：Off the record')
    const later = await world.as(tenant, tenant.users.compliance)
    expect(await events(later)).toHaveLength(1)
  })

  test('counts again after a change, in another conversation, and in addition to the text', async () => {
    await mail('Off the record')
    await mail('Re: Off the record, second part')
    await mail('Re: Off the record', { body: 'Off the record again.' })
    await mail('Off the record', { conversationKey: 'c2' })
    const found = await events(reviewer)
    expect(found.map(({ evidenceCount }: { evidenceCount: number }) => evidenceCount).sort()).toEqual([1, 3])
  })

  test('is evidence for further groups that receive it', async () => {
    await mail('Off the record')
    expect(await events(northerner)).toEqual([])
    await mail('Re: Off the record', { author: north })
    const [event] = await events(northerner)
    expect(event.evidenceCount).toBe(2)
    const { json } = await northerner.call('POST', `${path}/evidence`, { messageIds: [event.messageId] })
    expect(json.items).toEqual([])
  })
})

test('unassigned events are filtered together with those of a user', async () => {
  await say(north, 'off the record')
  const [event] = await events(reviewer)
  const { json: people } = await reviewer.call('GET', `${path}/reviewers`)
  const personId = people.items[0].id
  const count = async (operator: string, values: string[]) =>
    (await reviewer.call('GET', `${path}?filter=assigneeId[${operator}]:${values.join('|')}`)).json.total
  expect([await count('eq', [noId]), await count('in', [noId, personId])]).toEqual([1, 1])
  expect([await count('neq', [noId]), await count('eq', [personId])]).toEqual([0, 0])
  await reviewer.call('PUT', `${path}/${event.id}/assignee`, { assigneeId: personId })
  expect([await count('eq', [noId]), await count('in', [noId, personId])]).toEqual([0, 1])
  expect([await count('neq', [noId]), await count('nin', [noId, personId])]).toEqual([1, 0])
})
