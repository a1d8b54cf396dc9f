import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { naming } from './name-targets.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
const ids: Record<string, string> = {}

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('named')
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, reviewer)
  const author = { kind: 'phone', value: '+15550100009' } as const
  await captureHistory(world, tenant, [
    messageOf(world, {
      author,
      conversationKey: 'south',
      body: 'off the record',
      attachments: [{ ordinal: 0, name: 'plan.txt', bytes: Buffer.from('The plan') }],
    }),
  ])
  const { items } = (await reviewer.call('GET', '/bff/api/v1/cognitive-events')).json
  const [event] = items
  const { json: message } = await reviewer.call('GET', `/bff/api/v1/messages/${event.messageId}`)
  Object.assign(ids, {
    attachment: message.attachments[0].id,
    message: event.messageId,
    conversation: event.conversationId,
    'cognitive-event': event.id,
    user: tenant.users.analyst,
  })
})

const opened = (kind: string): AuditEvent => ({
  id: crypto.randomUUID(),
  at: '2026-11-01T10:00:00.000Z',
  type: kind === 'cognitive-event' ? 'event_viewed' : `${kind}_viewed`,
  actor: { name: 'Ana Bell' },
  target: { kind, id: ids[kind] ?? '' },
  changes: [],
  counts: {},
})
const seeing = ['messages.view', 'messages.view_attachments', 'events.view'] as const
const nameFor =
  (...permissions: readonly Permission[]): ReturnType<typeof naming> =>
  (...given) => {
    const { ctx } = world
    const actor = { tenantId: tenant.id, userId: tenant.users.analyst, permissions: new Set(permissions) }
    return naming(actor, { secrets: ctx.secrets, now: ctx.now() })(...given)
  }
const name = nameFor(...seeing)
const kinds = ['message', 'conversation', 'cognitive-event']
async function sentencesFor(caller: 'everything' | 'north') {
  const groupIds = caller === 'everything' ? ('all' as const) : [tenant.groups.north]
  const scope = [{ channels, groupIds }]
  const events = await inTenant(world.ctx.db, tenant.id, (tx) => name(tx, scope, kinds.map(opened)))
  return events.map(auditSentence)
}

test('opened content is named for a reader who may see it', async () => {
  expect(await sentencesFor('everything')).toEqual([
    'Ana Bell opened a message by Sam Sund',
    'Ana Bell opened the conversation with Sam Sund',
    'Ana Bell opened the event Off the record',
  ])
})

test('content outside the reader’s scope has no name', async () => {
  expect(await sentencesFor('north')).toEqual([
    'Ana Bell opened a message',
    'Ana Bell opened a conversation',
    'Ana Bell opened an event',
  ])
})

test('without the permission to read it, content within the reader’s scope has no name', async () => {
  const scope = [{ channels, groupIds: 'all' as const }]
  const targets = [...kinds, 'attachment'].map(opened)
  const unnamed = await inTenant(world.ctx.db, tenant.id, (tx) => nameFor('audit.view')(tx, scope, targets))
  expect(unnamed.map(({ target }) => target)).toEqual(targets.map(({ target }) => target))
  const some = await inTenant(world.ctx.db, tenant.id, (tx) => nameFor('messages.view')(tx, scope, targets))
  expect(some.map(({ target }) => target?.name !== undefined)).toEqual([true, true, false, false])
})

test('an attachment is named with its message, for readers who may see it', async () => {
  const target = async (groupIds: 'all' | [typeof tenant.groups.north]) => {
    const [event] = await inTenant(world.ctx.db, tenant.id, (tx) =>
      name(tx, [{ channels, groupIds }], [opened('attachment')]),
    )
    return event?.target
  }
  const { attachment: id, message: messageId } = ids
  expect(await target('all')).toEqual({ kind: 'attachment', id, name: 'plan.txt', messageId })
  expect(await target([tenant.groups.north])).toEqual({ kind: 'attachment', id })
})

test('an existing user is shown with the application that lists them, and other users with none', async () => {
  const of = (id: string) => ({ ...opened('user'), target: { kind: 'user', id, name: 'Tom' } })
  const events = await inTenant(world.ctx.db, tenant.id, (tx) =>
    name(tx, [], [of(tenant.users.analyst), of(tenant.representative), of(crypto.randomUUID())]),
  )
  expect(events.map(({ target }) => target?.side)).toEqual(['platform', 'messenger', undefined])
})
