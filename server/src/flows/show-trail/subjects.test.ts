/** The title of a mail's thread is a subject: who sees it, in lists and files that open no message. */
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { findClosing } from '#domains/messages/closing-commands.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { openRows } from '#flows/make-exports/row-exports.ts'
import { findTabContent } from '#flows/make-reports/tab-report.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { wholly } from '#testing/counting.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let ann: ContactId

useTestWorld((opened) => {
  world = opened
})
beforeAll(async () => {
  tenant = await world.makeTenant('subjects')
  await captureHistory(
    world,
    tenant,
    (['Papers', 'Merger'] as const).map((subject, at) =>
      messageOf(world, {
        messageKey: subject,
        conversationType: 'thread',
        conversationTitle: subject,
        subject,
        author: { kind: 'email', value: 'ann@client.example' },
        authorName: 'Ann Ash',
        body: 'Can you call me?',
        sentAt: new Date(world.ctx.now().getTime() - 3 * dayMs + at),
      }),
    ),
  )
  const { north, south } = tenant.groups
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update message set group_ids = array[case subject when 'Papers' then ${north} else ${south} end::uuid]`.execute(
      tx,
    ),
  )
  ann = ContactId.parse(newId(world.ctx.now()))
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createContacts(tx, [{ id: ann, name: 'Ann Ash', addresses: ['ann@client.example'] }], world.ctx.now()),
  )
  world.pass(dayMs)
  admin = await world.as(tenant, tenant.users.super_admin)
})

const lists = [
  '/bff/dashboards/digital/conversations?days=30',
  '/bff/dashboards/sales/bursts?days=30',
  '/bff/dashboards/sales/waiting-clients?days=30',
  '/bff/api/v1/message-sources?kind=conversation',
]
const found = async (path: string, caller = admin) => {
  const { status, json } = await caller.call('GET', path)
  expect(status, JSON.stringify(json)).toBe(200)
  return { text: JSON.stringify(json), count: json.items.length as number }
}

test.each(lists)('%s says to a reader of a part the subject that they may see', async (path) => {
  expect((await found(path)).text).toContain('Merger')
  const northerner = await world.as(tenant, tenant.northerner)
  const { text, count } = await found(path, northerner)
  expect([count, text]).toEqual([1, expect.stringContaining('Papers')])
  expect(text).not.toContain('Merger')
  expect((await found(`${path}&search=merger`, northerner)).count).toBe(0)
})

test('a thread says to a reader of a part the subject that they may see', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  const { items } = (await northerner.call('GET', '/bff/api/v1/messages')).json
  expect(JSON.stringify(items)).not.toContain('Merger')
  const path = `/bff/conversations/${items[0].conversationId}`
  expect((await northerner.call('GET', path)).json.title).toBe('Papers')
  expect((await admin.call('GET', path)).json.title).toBe('Merger')
})

/** What the trail says of the opened thread, on its page and in its file. */
const inTrail = async (userId = tenant.users.super_admin) => {
  const reader = await world.as(tenant, userId)
  const asked = 'filter=eventType[eq]:conversation_viewed&limit=1'
  const page = await reader.call('GET', `/audit/events?${asked}`)
  const file = await reader.call('GET', `/audit/events/export?${asked}`)
  expect([page.status, file.status]).toEqual([200, 200])
  return page.text + file.text
}

test('the trail names an opened thread by the subject that its reader may see', async () => {
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update conversation set group_ids = array(select distinct unnest(group_ids) from message)`.execute(
      tx,
    ),
  )
  // Another hour, so that it is another entry.
  world.pass(2 * hourMs)
  admin = await world.as(tenant, tenant.users.super_admin)
  const { items } = (await admin.call('GET', '/bff/api/v1/messages')).json
  expect((await admin.call('GET', `/bff/conversations/${items[0].conversationId}`)).status).toBe(200)
  expect(await inTrail()).toContain('Merger')
  const seen = await inTrail(tenant.northerner)
  expect(seen).toContain('Papers')
  expect(seen).not.toContain('Merger')
})

/** A change of the contact would close the thread. */
const closing = async () => {
  const edit = { shareLevel: 'personal', ownerEmail: `rep@${tenant.label}.example` }
  const { status, json } = await admin.call('POST', `/messenger/api/v1/contacts/${ann}/effect`, edit)
  expect(status, JSON.stringify(json)).toBe(200)
  return json.sample.map((one: { with: string }) => one.with)
}

test('what a change of a contact would close has the subject that the reader may see', async () => {
  expect(await closing()).toEqual(['Merger'])
  const { north } = tenant.groups
  const { sample } = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`update conversation set group_ids = array(select distinct unnest(group_ids) from message)`.execute(
      tx,
    )
    return findClosing(tx, { scope: [{ channels: [...channels], groupIds: [north] }] }, [
      { contactId: ann, addresses: ['ann@client.example'] },
    ])
  })
  expect(sample.map((one) => one.with)).toEqual(['Papers'])
})

describe('without a purpose that is required', () => {
  beforeAll(async () => {
    admin = await world.as(tenant, tenant.users.super_admin)
    expect((await admin.call('PUT', '/bff/organizations', { requiresPurpose: true })).status).toBe(200)
  })

  /** The files of the lists: an export, and the report of a tab. */
  const files = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const actor = await findActor(tx, tenant.users.super_admin)
      if (!actor) throw new Error('no such user')
      const now = world.ctx.now()
      const cells: unknown[] = []
      for (const kind of ['conversations-of-period', 'response-times', 'waiting-clients'] as const) {
        const reading = { now, secrets: world.ctx.secrets }
        const { batches } = await openRows(tx, actor, { kind, question: { days: '30' } }, reading)
        for await (const batch of batches) cells.push(...batch)
      }
      const asked = { tab: 'sales', query: { days: 30 }, now, ...wholly } as const
      const report = await findTabContent(tx, { actor, pseudonyms: undefined } as never, asked)
      return { exported: JSON.stringify(cells), reported: JSON.stringify(report?.blocks) }
    })

  test('lists and files name mails by their people, and find them by those alone', async () => {
    for (const path of lists) {
      const { text, count } = await found(path)
      expect(count, path).toBeGreaterThan(0)
      expect(text, path).toContain('Ann Ash')
      expect(text, path).not.toMatch(/Merger|Papers/)
      expect((await found(`${path}&search=merger`)).count, path).toBe(0)
      expect((await found(`${path}&search=ash`)).count, path).toBeGreaterThan(0)
    }
    for (const text of Object.values(await files())) {
      expect(text).toContain('Ann Ash')
      expect(text).not.toMatch(/Merger|Papers/)
    }
  })

  test('the trail names an opened thread by its people', async () => {
    const said = await inTrail()
    expect(said).toContain('Ann Ash')
    expect(said).not.toMatch(/Merger|Papers/)
  })

  test('what a change of a contact would close has no subject', async () => {
    expect(await closing()).toEqual([expect.not.stringMatching(/Merger|Papers/)])
  })

  test('a stated one shows their subjects', async () => {
    expect((await admin.call('POST', '/bff/api/v1/purpose', { kind: 'supervision' })).status).toBe(200)
    expect(await closing()).toEqual(['Merger'])
    expect(await inTrail()).toContain('Merger')
    for (const path of lists) expect((await found(`${path}&search=merger`)).count, path).toBeGreaterThan(0)
    for (const text of Object.values(await files())) expect(text).toContain('Merger')
  })
})
