import type { ContactId, ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { createContacts, type NewContact } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { isOwn, type Reader } from './readable-conversations.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let count = 0
const api = '/messenger/api/v1/conversations'
const ann = '+15550107001'

useTestWorld((opened, own) => {
  world = opened
  database = own
})
/** Ann, a contact of the south group, wrote to Rita, of the north group; Sam is a user of the south group. */
beforeEach(async () => {
  tenant = await world.makeTenant(`shared${(count += 1)}`)
})

const change = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)
async function annWritesToRita(contact: Partial<NewContact> = {}, sharing = true): Promise<ContactId> {
  const id = newId(world.ctx.now()) as ContactId
  const made = { id, name: 'Ann Ash', addresses: [ann], groupIds: [tenant.groups.south], ...contact }
  await change((tx) => createContacts(tx, [made], world.ctx.now()))
  await share(sharing)
  expect(await world.deliver(tenant, { from: ann, body: 'To Rita' })).toBe(200)
  await world.settle()
  return id
}
const share = (shared: boolean) =>
  change((tx) =>
    sql`update conversation_group set shared_conversation_history = ${shared} where id = ${tenant.groups.south}`.execute(
      tx,
    ),
  )
const as = (userId: UserId) => world.as(tenant, userId)
const listedTo = async (userId: UserId): Promise<{ id: ConversationId }[]> =>
  (await (await as(userId)).call('GET', api)).json.items

describe('a colleague’s conversation with a contact of a group', () => {
  test('can be read by the group’s users while the group shares its history, and not before or after', async () => {
    await annWritesToRita({}, false)
    expect(await listedTo(tenant.colleague)).toEqual([])
    await share(true)
    const [shared] = await listedTo(tenant.colleague)
    const sam = await as(tenant.colleague)
    const opened = await sam.call('GET', `${api}/${shared?.id}`)
    expect(opened.json.messages).toMatchObject([{ body: 'To Rita' }])
    expect(opened.json).not.toHaveProperty('ofOthers')
    await share(false)
    expect(await listedTo(tenant.colleague)).toEqual([])
    expect((await sam.call('GET', `${api}/${shared?.id}`)).json.code).toBe('conversation.not-found')
  })

  test('cannot be read by users of another sharing group, or by users who left this one', async () => {
    await annWritesToRita()
    await change((tx) => sql`update conversation_group set shared_conversation_history = true`.execute(tx))
    const inNorth = (userId: UserId) =>
      change((tx) =>
        sql`update conversation_group_member set group_id = ${tenant.groups.north}
          where user_id = ${userId}`.execute(tx),
      )
    expect(await listedTo(tenant.colleague)).toHaveLength(1)
    await inNorth(tenant.colleague)
    expect(await listedTo(tenant.colleague)).toEqual([])
  })

  test('can no longer be read once the contact is in another group', async () => {
    const contact = await annWritesToRita()
    expect(await listedTo(tenant.colleague)).toHaveLength(1)
    await change((tx) =>
      sql`update conversation_group_contact set group_id = ${tenant.groups.north}
        where contact_id = ${contact}`.execute(tx),
    )
    expect(await listedTo(tenant.colleague)).toEqual([])
    expect(await listedTo(tenant.representative)).toHaveLength(1)
  })

  test('with a personal contact can be read only by the contact’s owner and by Managers', async () => {
    const contact = await annWritesToRita({ shareLevel: 'personal', ownerId: tenant.representative })
    expect(await listedTo(tenant.colleague)).toEqual([])
    await change((tx) =>
      sql`update tenant_user set messenger_role = 'manager' where id = ${tenant.colleague}`.execute(tx),
    )
    world.pass(4_000)
    expect(await listedTo(tenant.colleague)).toHaveLength(1)
    await change(async (tx) => {
      await sql`update tenant_user set messenger_role = 'user' where id = ${tenant.colleague}`.execute(tx)
      await sql`update contact set owner_id = ${tenant.colleague} where id = ${contact}`.execute(tx)
    })
    world.pass(4_000)
    expect(await listedTo(tenant.colleague)).toHaveLength(1)
  })

  test('never belongs to another organization', async () => {
    await annWritesToRita()
    const [ours] = await listedTo(tenant.colleague)
    tenant = await world.makeTenant(`shared${(count += 1)}`)
    await annWritesToRita()
    const theirs = await listedTo(tenant.colleague)
    expect(theirs).toHaveLength(1)
    expect(theirs[0]?.id).not.toBe(ours?.id)
    const sam = await as(tenant.colleague)
    expect((await sam.call('GET', `${api}/${ours?.id}`)).json.code).toBe('conversation.not-found')
  })

  test('is audited when it is opened, unlike the user’s own conversations', async () => {
    await annWritesToRita()
    const [shared] = await listedTo(tenant.colleague)
    for (const userId of [tenant.representative, tenant.colleague])
      expect((await (await as(userId)).call('GET', `${api}/${shared?.id}`)).status).toBe(200)
    const seen = await change((tx) =>
      tx
        .selectFrom('audit_event')
        .select(['actor_id', 'target_id'])
        .where('type', '=', 'conversation_viewed')
        .execute(),
    )
    expect(seen).toEqual([{ actor_id: tenant.colleague, target_id: shared?.id }])
  })

  test('is audited when it is listed, unlike a list of the user’s own conversations', async () => {
    const listings = () =>
      change((tx) =>
        tx
          .selectFrom('audit_event')
          .select(['actor_id', 'counts'])
          .where('type', '=', 'conversations_listed')
          .execute(),
      )
    await annWritesToRita({}, false)
    for (const userId of [tenant.representative, tenant.colleague]) await listedTo(userId)
    expect(await listings()).toEqual([])
    await share(true)
    for (const userId of [tenant.representative, tenant.colleague]) await listedTo(userId)
    expect(await listings()).toEqual([{ actor_id: tenant.colleague, counts: { found: 1 } }])
    const page = await (await as(tenant.colleague)).call('GET', `${api}?limit=1`)
    expect(page.json).not.toHaveProperty('ofOthers')
    expect(page.json.items[0]).not.toHaveProperty('ofOthers')
  })
})

test(
  'shared conversations are found through the indexes of memberships and participants',
  { tags: ['whole'] },
  async () => {
    await annWritesToRita()
    const reader: Reader = { userId: tenant.colleague, messengerRole: 'user' }
    const others = [1, 2, 3].map(() => world.makeTenant(`shared${(count += 1)}`))
    for (const filled of [tenant, ...(await Promise.all(others))]) await fillWithConversations(filled)
    const plan = await change(async (tx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
      select conversation.id from conversation where ${isOwn(reader)}
      order by conversation.last_at desc limit 50`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('participant_by_contact')
    expect(plan).not.toMatch(/Seq Scan on (participant|conversation_group_contact|contact|conversation)\b/)
  },
)

/** 3,000 contacts of the north, with a conversation each. */
async function fillWithConversations({ id, groups, accounts }: WorldTenant): Promise<void> {
  const fill = (work: (tx: TenantTx) => Promise<unknown>) => inTenant(world.ctx.db, id, work)
  await fill(async (tx) => {
    await sql`insert into contact (id, name) select gen_random_uuid(), 'Contact ' || i
      from generate_series(1, 3000) i`.execute(tx)
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at)
      select id, 'sms', ${accounts.sms}, id::text, 'direct', now(), now()
      from contact where name like 'Contact %'`.execute(tx)
  })
  // Foreign key checks keep the plans made while the tables were small, until the tables are analyzed.
  await analyze()
  await fill(async (tx) => {
    await sql`insert into conversation_group_contact (group_id, contact_id)
      select ${groups.north}, id from contact where name like 'Contact %'`.execute(tx)
    await sql`insert into participant (conversation_id, address, kind, contact_id, first_at, last_at)
      select id, id::text, 'phone', id, now(), now() from contact where name like 'Contact %'`.execute(tx)
  })
  await analyze()
}

async function analyze(): Promise<void> {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('analyze contact, conversation, participant, conversation_group_contact')
  await owner.end()
}
