import { dayMs } from '@verbatim/contract/durations.ts'
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runImports } from '#flows/run-imports/run-imports.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant

/** A client writes to Rita, of the north group, from this number. */
const number = '+15550177001'
const ritas = '+15550100001'
const contactsUrl = '/messenger/api/v1/contacts'
const conversationsUrl = '/messenger/api/v1/conversations'

useTenants('passed', (made, opened) => {
  tenant = made
  world = opened
})

/** Signed in anew, because days pass. */
const admin = () => world.as(tenant, tenant.users.super_admin)
const change = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)

async function add(name: string, group: 'north' | 'south', phoneNumbers = [number]): Promise<ContactId> {
  const fields = { name, phoneNumbers, groupIds: [tenant.groups[group]] }
  const { status, json, text } = await (await admin()).call('POST', contactsUrl, fields)
  expect(status, text).toBe(200)
  return json.id
}
async function remove(id: ContactId): Promise<void> {
  const { status, text } = await (await admin()).call('DELETE', `${contactsUrl}/${id}`)
  expect(status, text).toBeLessThan(300)
}
/** Rita writes to the number, it answers, and two days pass. */
async function exchange(body: string, over: Partial<CapturedMessage> = {}): Promise<void> {
  const phone = (value: string) => ({ kind: 'phone', value }) as const
  const written = messageOf(world, {
    body: `to ${body}`,
    author: phone(ritas),
    direction: 'outbound',
    participants: [{ identity: phone(number), role: 'recipient' }],
    ...over,
  })
  await captureHistory(world, tenant, [
    written,
    messageOf(world, { body: `from ${body}`, author: phone(number), ...over }),
  ])
  world.pass(2 * dayMs)
}
const manage = (userId: UserId) =>
  change((tx) => sql`update tenant_user set messenger_role = 'manager' where id = ${userId}`.execute(tx))
async function countRead(userId: UserId): Promise<number> {
  world.pass(4_000)
  return (await (await world.as(tenant, userId)).call('GET', conversationsUrl)).json.total
}

const library = '/bff/api/v1/messages?sort=postedDate'
async function rowsOf(question = ''): Promise<{ body: string; to: { names: string[] } }[]> {
  const caller = await world.as(tenant, tenant.users.compliance)
  const { status, json, text } = await caller.call('GET', `${library}${question}`)
  expect(status, text).toBe(200)
  return json.items
}
const to = async (id: string) => (await rowsOf(`&filter=recipientId[eq]:${id}`)).map(({ body }) => body)

describe('a number that passes from a contact to another one', () => {
  let ann: ContactId
  let bob: ContactId
  const pass = async () => {
    ann = await add('Ann Ash', 'south')
    await exchange('Ann')
    await remove(ann)
    world.pass(dayMs)
    bob = await add('Bob Birch', 'north')
    await exchange('Bob')
  }

  test('means each of them in the filter and in the names of recipients, at their time', async () => {
    await pass()
    expect(await to(ann)).toEqual(['to Ann'])
    expect(await to(bob)).toEqual(['to Bob'])
    const rows = await rowsOf()
    const written = rows.filter(({ body }) => body.startsWith('to '))
    expect(written.map((row) => row.to.names)).toEqual([['Ann Ash'], ['Bob Birch']])
    expect(await rowsOf('&filter=recipientId[empty]')).toEqual([])
  })

  test('is in the conversation once for each of them', async () => {
    await pass()
    const { rows } = await change((tx) => sql<{ id: string }>`select id from conversation`.execute(tx))
    const officer = await world.as(tenant, tenant.users.compliance)
    const { participants } = (await officer.call('GET', `/bff/conversations/${rows[0]?.id}`)).json
    expect(participants.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Ann Ash',
      'Bob Birch',
      'Rita Lund',
    ])
  })

  test('gives the readers of the first one nothing more, and those of the other one the conversation', async () => {
    await manage(tenant.colleague)
    ann = await add('Ann Ash', 'south')
    await exchange('Ann')
    expect(await countRead(tenant.colleague)).toBe(1)
    await remove(ann)
    expect(await countRead(tenant.colleague)).toBe(0)
    await add('Bob Birch', 'south')
    await exchange('Bob')
    expect(await countRead(tenant.colleague)).toBe(1)
  })

  test('gives no reader of a contact who has another number now what its next owner writes', async () => {
    await manage(tenant.colleague)
    ann = await add('Ann Ash', 'south')
    await exchange('Ann')
    const { version } = (await (await admin()).call('GET', `${contactsUrl}/${ann}`)).json
    const fields = { name: 'Ann Ash', phoneNumbers: ['+15550177009'], emails: [], shareLevel: 'global' }
    const change = { ...fields, groupIds: [tenant.groups.south], expectedVersion: version }
    const { status, text } = await (await admin()).call('PUT', `${contactsUrl}/${ann}`, change)
    expect(status, text).toBe(200)
    expect(await countRead(tenant.colleague)).toBe(1)
    world.pass(dayMs)
    await exchange('a stranger')
    expect(await countRead(tenant.colleague)).toBe(0)
    expect(await to(ann)).toEqual(['to Ann'])
    await add('Bob Birch', 'north')
    await exchange('Bob')
    expect(await countRead(tenant.colleague)).toBe(0)
  })

  test('counts each of them as a contact of their days', async () => {
    await pass()
    const { json, text } = await (
      await admin()
    ).call('GET', '/bff/dashboards/digital/contacts?days=30&sort=name')
    expect(
      json.items?.map(({ name, sent, received }: Record<string, unknown>) => [name, sent, received]),
      text,
    ).toEqual([
      ['Ann Ash', 1, 1],
      ['Bob Birch', 1, 1],
    ])
  })

  test('means the first one again in what was sent before, and came late', async () => {
    const before = world.ctx.now()
    await pass()
    await exchange('Ann, late', { sentAt: before })
    expect(await to(ann)).toEqual(['to Ann', 'to Ann, late'])
    expect(await to(bob)).toEqual(['to Bob'])
  })

  test('means each of them after two conversations turned out to be one', { tags: ['whole'] }, async () => {
    ann = await add('Ann Ash', 'south')
    await exchange('Ann')
    await remove(ann)
    world.pass(dayMs)
    bob = await add('Bob Birch', 'north')
    await exchange('Bob', { conversationKey: 'c2' })
    await exchange('Bob again', { conversationKey: 'c2', conversationAliases: ['c1'] })
    const { rows } = await change((tx) => sql`select from conversation where merged_into is null`.execute(tx))
    expect(rows).toHaveLength(1)
    expect(await to(ann)).toEqual(['to Ann'])
    expect(await to(bob)).toEqual(['to Bob', 'to Bob again'])
  })

  test('stays the contact’s while it means another, personal one to a colleague', async () => {
    ann = await add('Ann Ash', 'south')
    await exchange('Ann')
    const own = {
      name: 'Zoe',
      phoneNumbers: [number],
      groupIds: [tenant.groups.south],
      shareLevel: 'personal',
    }
    await (await admin()).call('POST', contactsUrl, { ...own, ownerId: tenant.representative })
    await exchange('Ann or Zoe')
    expect(await to(ann)).toEqual(['to Ann', 'to Ann or Zoe'])
  })
})

test('a user whose number passed to another user reads no conversation by it any more, and the other one does', async () => {
  await change((tx) =>
    sql`insert into address (value, user_id) values (${number}, ${tenant.colleague})`.execute(tx),
  )
  await exchange('Sam')
  expect(await countRead(tenant.colleague)).toBe(1)
  await change((tx) =>
    sql`update address set user_id = ${tenant.users.analyst} where value = ${number}`.execute(tx),
  )
  await exchange('the analyst')
  expect(await countRead(tenant.colleague)).toBe(0)
  expect(await to(tenant.colleague)).toEqual(['to Sam'])
  expect(await to(tenant.users.analyst)).toEqual(['to the analyst'])
})

test('a user whose number became a contact’s reads no conversation by it any more', async () => {
  await change((tx) =>
    sql`insert into address (value, user_id) values (${number}, ${tenant.colleague})`.execute(tx),
  )
  await exchange('Sam')
  await change((tx) => sql`delete from address where value = ${number}`.execute(tx))
  const bob = await add('Bob Birch', 'north')
  world.pass(dayMs)
  await exchange('Bob')
  expect(await countRead(tenant.colleague)).toBe(0)
  expect(await to(tenant.colleague)).toEqual(['to Sam'])
  expect(await to(bob)).toEqual(['to Bob'])
})

describe('the number of a user who left', () => {
  const others = '+15550177002'
  /** Sam leaves, whose number it is. */
  const leave = async () => {
    await change((tx) =>
      sql`insert into address (value, user_id) values (${number}, ${tenant.colleague})`.execute(tx),
    )
    await exchange('Sam')
    const caller = await admin()
    const { status, text } = await caller.call('DELETE', `/messenger/api/v1/users/${tenant.colleague}`)
    expect(status, text).toBe(200)
  }
  const authorOf = async (body: string) =>
    (
      await change((tx) =>
        tx.selectFrom('message').select('author_user_id').where('body', '=', body).executeTakeFirstOrThrow(),
      )
    ).author_user_id
  const reaches = async (id: ContactId, over: Partial<CapturedMessage> = {}) => {
    world.pass(dayMs)
    await exchange('the client', over)
    expect(await authorOf('from Sam')).toBe(tenant.colleague)
    expect(await authorOf('from the client')).toBeNull()
    expect(await to(id)).toEqual(['to the client'])
  }

  test('becomes that of a new contact, whose words are a client’s', async () => {
    await leave()
    await reaches(await add('Bob Birch', 'north'))
  })

  test(
    'becomes that of a contact that had another one, and of a personal contact',
    { tags: ['whole'] },
    async () => {
      const bob = await add('Bob Birch', 'north', [others])
      await leave()
      const caller = await admin()
      const given = { shareLevel: 'personal', ownerId: tenant.representative, phoneNumbers: [number] }
      const { status, text } = await caller.call('PUT', `${contactsUrl}/${bob}`, given)
      expect(status, text).toBe(200)
      // Whose personal contact it is, each message says.
      const both = [ritas, number].map(
        (value) => ({ identity: { kind: 'phone', value }, role: 'recipient' }) as const,
      )
      await reaches(bob, { participants: both })
    },
  )

  test('becomes that of contacts from a file', { tags: ['whole'] }, async () => {
    const bob = await add('Bob Birch', 'north', [others])
    await leave()
    const caller = await admin()
    const file = 'Name,Phone,Email,Share level,Groups\n'
    const send = async (rows: string) => {
      const { json } = await caller.call('POST', `${contactsUrl}/import`, Buffer.from(file + rows), {
        'content-type': 'text/csv',
      })
      while ((await runImports(world.ctx, tenant.id)) > 0);
      return (await caller.call('GET', `/bff/api/v1/imports/${json.id}/rows?limit=10`)).json.items
    }
    expect(await send(`Bob Birch,${others},sam@leaver.example,Global,North\n`)).toMatchObject([
      { outcome: 'updated' },
    ])
    expect(await send(`Ann Ash,${number},,Global,North\n`)).toMatchObject([{ outcome: 'created' }])
    const ann = (await caller.call('GET', `${contactsUrl}?search=name:Ann`)).json.items[0].id
    expect(bob).not.toBe(ann)
    await reaches(ann)
  })
})
