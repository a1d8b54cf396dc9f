import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
const api = '/messenger/api/v1/conversations'

useTenants('desk', (made, opened, own) => {
  world = opened
  database = own
  tenant = made
})

const ann = '+15550107001'
const bob = '+15550107002'
const carl = '+15550107003'

async function deliver(from: string, body: string, channel?: 'sms' | 'whatsapp'): Promise<void> {
  expect(await world.deliver(tenant, { from, body, ...(channel && { channel }) })).toBe(200)
  await world.settle()
}
const change = (work: (tx: TenantTx) => Promise<unknown>) => inTenant(world.ctx.db, tenant.id, work)
const as = (userId: UserId): Promise<Caller> => world.as(tenant, userId)

const inDealRoom = (value: string, body: string): CapturedEvent => ({
  kind: 'message',
  channel: 'whatsapp',
  messageKey: body,
  conversationKey: 'deal room',
  conversationType: 'group',
  direction: 'inbound',
  author: { kind: 'phone', value },
  participants: [],
  body,
  format: 'plain',
  contentType: 'text',
  attachments: [],
  sentAt: world.ctx.now(),
})
async function happen(...events: readonly CapturedEvent[]): Promise<void> {
  await world.ctx.keeper.keep({
    tenantId: tenant.id,
    accountId: tenant.accounts.whatsapp,
    channel: 'whatsapp',
    transport: 'history',
    sourceKey: `events ${events.length}`,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised(events),
    receivedAt: world.ctx.now(),
  })
  await world.settle()
}

/** Makes the colleague a manager, and adds a contact with this number to their group. */
const manageContact = (address: string, sharesHistory = false) =>
  change(async (tx) => {
    await sql`update tenant_user set messenger_role = 'manager' where id = ${tenant.colleague}`.execute(tx)
    await sql`update conversation_group set shared_conversation_history = ${sharesHistory}`.execute(tx)
    const { rows } = await sql<{
      id: string
    }>`insert into contact (id, name) values (gen_random_uuid(), 'Ann Ash') returning id`.execute(tx)
    const id = rows[0]?.id
    await sql`insert into address (value, contact_id) values (${address}, ${id})`.execute(tx)
    await sql`insert into conversation_group_contact (group_id, contact_id) values (${tenant.groups.south}, ${id})`.execute(
      tx,
    )
  })

describe('the conversations of a messenger user', () => {
  test('include those through their account, newest first, each with the other people and the last message', async () => {
    await deliver(ann, 'Good morning')
    world.pass(60_000)
    await deliver(bob, 'And good evening')
    const rita = await as(tenant.representative)
    const { json } = await rita.call('GET', api)
    expect(json.total).toBe(2)
    expect(json.items).toMatchObject([
      { channel: 'sms', others: [{ address: bob }], otherCount: 1, messageCount: 1 },
      { others: [{ name: ann }], lastMessage: { text: 'Good morning', direction: 'inbound' } },
    ])
    const oldest = await rita.call('GET', `${api}?sort=lastActivity&limit=1`)
    expect(oldest.json).toMatchObject({ total: 2, items: [{ others: [{ address: ann }] }] })
  })

  test('belong to one user: colleagues do not see them, and no list shows those of an unassigned account', async () => {
    await deliver(ann, 'For Rita')
    await deliver(ann, 'For the desk', 'whatsapp')
    const rita = await as(tenant.representative)
    const sam = await as(tenant.colleague)
    const mine = await rita.call('GET', api)
    expect(mine.json.items).toHaveLength(1)
    const none = await sam.call('GET', api)
    expect(none.json).toEqual({ items: [], total: 0 })
    const theirs = await sam.call('GET', `${api}/${mine.json.items[0].id}`)
    const nobodys = await sam.call('GET', `${api}/00000000-0000-7000-8000-000000000000`)
    expect([theirs.status, theirs.json.code]).toEqual([404, 'conversation.not-found'])
    expect(nobodys.json.code).toBe(theirs.json.code)
  })

  test('include those they take part in, through any account', async () => {
    await deliver(ann, 'For the desk', 'whatsapp')
    await change((tx) =>
      sql`update participant set user_id = ${tenant.colleague} where address like '%5550107001'`.execute(tx),
    )
    const { json } = await (await as(tenant.colleague)).call('GET', api)
    expect(json.total).toBe(1)
  })

  test('do not include those through an account that was theirs: its owner of now reads them', async () => {
    await deliver(ann, 'To Rita')
    await deliver(bob, 'For the desk', 'whatsapp')
    await change((tx) =>
      sql`update participant set user_id = ${tenant.representative} where address = ${bob}`.execute(tx),
    )
    const rita = await as(tenant.representative)
    expect((await rita.call('GET', api)).json.total).toBe(2)
    const admin = await as(tenant.users.super_admin)
    const url = `/external-accounts/api/v1/sms/accounts/${tenant.accounts.sms}`
    const expectedVersion = (await admin.call('GET', url)).json.version
    expect((await admin.call('PUT', url, { ownerId: tenant.colleague, expectedVersion })).status).toBe(200)
    await deliver(ann, 'To Sam')
    const sam = await as(tenant.colleague)
    const { items } = (await sam.call('GET', api)).json
    expect(items).toMatchObject([{ others: [{ address: ann }], otherCount: 1, messageCount: 2 }])
    expect((await rita.call('GET', api)).json.items).toMatchObject([
      { lastMessage: { text: 'For the desk' } },
    ])
    expect((await rita.call('GET', `${api}/${items[0].id}`)).json.code).toBe('conversation.not-found')
  })

  test('do not include those that only name them, or a contact of their groups, in a list of members', async () => {
    await manageContact(ann)
    await change((tx) =>
      sql`insert into address (value, user_id) values (${carl}, ${tenant.colleague})`.execute(tx),
    )
    const person = (value: string) => ({ identity: { kind: 'phone', value } as const })
    await happen(inDealRoom(bob, 'Before they joined'), {
      kind: 'roster',
      channel: 'whatsapp',
      eventKey: 'roster',
      conversationKey: 'deal room',
      at: world.ctx.now(),
      people: [ann, bob, carl].map(person),
      isWhole: true,
    })
    const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`select from participant where user_id = ${tenant.colleague} or contact_id is not null`.execute(tx),
    )
    expect(rows).toHaveLength(2)
    const sam = await as(tenant.colleague)
    expect((await sam.call('GET', api)).json.total).toBe(0)
    await happen(inDealRoom(carl, 'Now I take part'))
    expect((await sam.call('GET', api)).json.total).toBe(1)
  })

  test.each([true, false])(
    'include, for a manager, those of the contacts of their groups, with shared history %s; for a user only if it is on',
    async (sharesHistory) => {
      await manageContact(ann, sharesHistory)
      await deliver(ann, 'To Rita, of the other group')
      await deliver(bob, 'Of no group')
      const sam = await as(tenant.colleague)
      const { json } = await sam.call('GET', api)
      expect(json.items).toMatchObject([
        { otherCount: 2, lastMessage: { text: 'To Rita, of the other group' } },
      ])
      await change((tx) =>
        sql`update tenant_user set messenger_role = 'user' where id = ${tenant.colleague}`.execute(tx),
      )
      world.pass(4_000)
      expect((await sam.call('GET', api)).json.total).toBe(sharesHistory ? 1 : 0)
    },
  )

  test('are audited when a manager, who may also read those of others, opens them', async () => {
    await manageContact(ann)
    await deliver(ann, 'To Rita')
    const [rita, sam] = [await as(tenant.representative), await as(tenant.colleague)]
    const { id } = (await sam.call('GET', api)).json.items[0]
    expect((await rita.call('GET', `${api}/${id}`)).status).toBe(200)
    expect((await sam.call('GET', `${api}/${id}`)).status).toBe(200)
    const seen = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('audit_event').select(['type', 'actor_id', 'target_id']).execute(),
    )
    expect(seen.filter(({ type }) => type === 'conversation_viewed')).toEqual([
      { type: 'conversation_viewed', actor_id: tenant.colleague, target_id: id },
    ])
  })

  test('never include mail threads, which contain mails that not all participants received', async () => {
    await deliver(ann, 'Re: figures')
    await database.administer(`update conversation set type = 'thread'`)
    expect((await (await as(tenant.representative)).call('GET', api)).json.total).toBe(0)
  })

  test('are found only by names and addresses of people', async () => {
    await manageContact(ann)
    await deliver(ann, 'The weather is fine')
    await deliver(bob, 'Ash Wednesday')
    const rita = await as(tenant.representative)
    const found = async (text: string) =>
      (await rita.call('GET', `${api}?search=${encodeURIComponent(text)}`)).json.items.map(
        (item: { others: { address: string }[] }) => item.others[0]?.address,
      )
    expect(await found('ash')).toEqual([ann])
    expect(await found('7002')).toEqual([bob])
    expect(await found('weather')).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await rita.call('GET', `${api}?filter=channelType[eq]:whatsapp`)).json.total).toBe(0)
    expect((await rita.call('GET', `${api}?filter=groupId[eq]:1`)).status).toBe(400)
  })

  test('are refused to a platform user who is not a messenger user', async () => {
    const answer = await (await as(tenant.users.super_admin)).call('GET', api)
    expect([answer.status, answer.json.details]).toEqual([403, { permission: 'messenger' }])
  })
})

describe('a thread', () => {
  test('comes in pages, oldest first', async () => {
    for (const body of ['one', 'two', 'three']) {
      await deliver(ann, body)
      world.pass(1_000)
    }
    const rita = await as(tenant.representative)
    const { id } = (await rita.call('GET', api)).json.items[0]
    const newest = (await rita.call('GET', `${api}/${id}?limit=2`)).json
    expect(newest.messages.map(({ body }: { body: string }) => body)).toEqual(['two', 'three'])
    const earlier = (await rita.call('GET', `${api}/${id}?limit=2&before=${newest.before}`)).json
    expect(earlier.messages.map(({ body }: { body: string }) => body)).toEqual(['one'])
    expect(earlier.before).toBeUndefined()
  })

  test('shows neither the text of a deleted message nor text that an edit replaced', async () => {
    await deliver(ann, 'my secret')
    await deliver(ann, 'reworded')
    await change(async (tx) => {
      await sql`update message set deleted_at = now(), deletion = '{"scope":"everyone"}' where body = 'my secret'`.execute(
        tx,
      )
      await sql`update message set edited_at = now() where body = 'reworded'`.execute(tx)
      await sql`insert into message_revision (message_id, revision, body, at, captured_at, record_id)
        select id, 1, 'first wording', now(), now(), record_id from message where body = 'reworded'`.execute(
        tx,
      )
    })
    const rita = await as(tenant.representative)
    const list = await rita.call('GET', api)
    const thread = await rita.call('GET', `${api}/${list.json.items[0].id}`)
    expect(thread.json.messages).toHaveLength(2)
    expect(thread.json.messages).toContainEqual(
      expect.objectContaining({ isDeleted: true, body: null, contentType: 'deleted' }),
    )
    expect(`${list.text}${thread.text}`).not.toMatch(/my secret|first wording/)
    expect(thread.json.messages.find(({ body }: { body: string }) => body === 'reworded').flags).toEqual([
      'edited',
    ])
  })

  test('shows no words of the content of a poll that an edit replaced', async () => {
    await deliver(ann, 'a poll')
    const others = [
      { kind: 'content', text: 'Sell Zeta today?' },
      { kind: 'card', text: 'Zeta, Inc.' },
      { kind: 'content', text: 'Lunch?' },
    ]
    await change((tx) => sql`update message set others = ${JSON.stringify(others)}`.execute(tx))
    const rita = await as(tenant.representative)
    const { id } = (await rita.call('GET', api)).json.items[0]
    const thread = () => rita.call('GET', `${api}/${id}`)
    expect((await thread()).text).toContain('Sell Zeta today?')
    await change((tx) => sql`update message set edited_at = now()`.execute(tx))
    const edited = await thread()
    expect(edited.json.messages).toMatchObject([{ flags: ['edited'] }])
    expect(edited.text).not.toContain('Zeta')
  })
})
