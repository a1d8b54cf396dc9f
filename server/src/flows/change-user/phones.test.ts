import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runImports } from '#flows/run-imports/run-imports.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('phones', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const users = '/messenger/api/v1/users'
const [ritas, free, contacts] = ['+15550100001', '+15550107777', '+15550102001']
const setPhone = (id: string, phoneNumber: string) => admin.call('PUT', `${users}/${id}`, { phoneNumber })
const holderOf = (phone: string) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ user_id: string | null }>`
      select user_id from address where value = ${phone}`.execute(tx)
    return rows.map(({ user_id }) => user_id)
  })
const makeContact = () =>
  admin.call('POST', '/messenger/api/v1/contacts', {
    name: 'Mina Park',
    phoneNumbers: [contacts],
    emails: [],
    shareLevel: 'global',
    groupIds: [tenant.groups.north],
  })

describe('a number in use', () => {
  test('cannot be given to another user, because it would not identify them', async () => {
    const refused = await setPhone(tenant.colleague, ritas)
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      409,
      'user.phone-taken',
      'Rita Lund already has this phone number.',
    ])
    expect(refused.json.details).toMatchObject({ field: 'phoneNumber' })
    await makeContact()
    expect((await setPhone(tenant.colleague, contacts)).json.message).toBe(
      'A global contact already has this phone number.',
    )
    expect((await admin.call('GET', `${users}/${tenant.colleague}`)).json.phoneNumber).toBeUndefined()
    expect(await holderOf(ritas)).toEqual([tenant.representative])
  })

  test('is shown as its user’s, and becomes free when they give it up or are removed', async () => {
    expect((await setPhone(tenant.representative, ritas)).status).toBe(200)
    expect((await setPhone(tenant.representative, '')).status).toBe(200)
    expect((await setPhone(tenant.colleague, ritas)).json.phoneNumber).toBe(ritas)
    expect(await holderOf(ritas)).toEqual([tenant.colleague])
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`update tenant_user set removed_at = ${world.ctx.now()}, enabled = false
        where id = ${tenant.colleague}`.execute(tx),
    )
    expect((await setPhone(tenant.representative, ritas)).status).toBe(200)
    expect(await holderOf(ritas)).toEqual([tenant.representative])
  })

  test('cannot be given to an invited user, and the invitation is refused', async () => {
    const draft = {
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Bell',
      messengerRole: 'user',
      groupIds: [tenant.groups.north],
    }
    const refused = await admin.call('POST', `${users}/invite`, { ...draft, phoneNumber: ritas })
    expect(refused.json.code).toBe('user.phone-taken')
    const invited = await admin.call('POST', `${users}/invite`, { ...draft, phoneNumber: free })
    expect([invited.status, await holderOf(free)]).toEqual([200, [invited.json.id]])
  })

  test('that two users get at the same time is given to one of them', async () => {
    const answers = await Promise.all(
      [tenant.representative, tenant.colleague].map((id) => setPhone(id, free)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [holder] = await holderOf(free)
    expect(answers.find(({ status }) => status === 200)?.json.id).toBe(holder)
  })

  test('fails only the import row that gives it to another user', { tags: ['whole'] }, async () => {
    await makeContact()
    const lines = [
      `ann@example.com,Ann,Doe,${free},User,North`,
      `ben@example.com,Ben,Doe,${free},User,North`,
      `cleo@example.com,Cleo,Doe,${contacts},User,North`,
      `colleague@${tenant.label}.example,Sam,Sund,${ritas},User,South`,
      `rep@${tenant.label}.example,Rita,Lund,${ritas},User,North`,
    ]
    const text = `Email,First name,Last name,Phone,Role,Groups\n${lines.join('\n')}\n`
    const { id } = (
      await admin.call('POST', `${users}/import`, Buffer.from(text), { 'content-type': 'text/csv' })
    ).json
    while ((await runImports(world.ctx, tenant.id)) > 0);
    const { items } = (await admin.call('GET', `/bff/api/v1/imports/${id}/rows?limit=10`)).json
    expect(items.map((row: never) => [row['outcome'], row['reason']])).toEqual([
      ['created', undefined],
      ['failed', 'Ann Doe already has this phone number.'],
      ['failed', 'A global contact already has this phone number.'],
      ['failed', 'Rita Lund already has this phone number.'],
      ['updated', undefined],
    ])
  })

  test('does not return to its former user when an import is undone', { tags: ['whole'] }, async () => {
    await setPhone(tenant.colleague, free)
    const text = `Email,First name,Last name,Phone,Role,Groups\ncolleague@${tenant.label}.example,Sam,Sund,+15550107778,User,South\n`
    const { id } = (
      await admin.call('POST', `${users}/import`, Buffer.from(text), { 'content-type': 'text/csv' })
    ).json
    while ((await runImports(world.ctx, tenant.id)) > 0);
    await setPhone(tenant.representative, free)
    await admin.call('POST', `/bff/api/v1/imports/${id}/undo`)
    while ((await runImports(world.ctx, tenant.id)) > 0);
    const { items } = (await admin.call('GET', `/bff/api/v1/imports/${id}/rows?limit=10`)).json
    expect(items[0].undoNote).toBe('Rita Lund already has this phone number.')
    expect(await holderOf(free)).toEqual([tenant.representative])
  })
})

describe('a number that may be a client’s', () => {
  const clients = '+15550177009'
  const refused = [409, 'user.phone-of-client']
  const phone = (value: string) => ({ kind: 'phone', value }) as const
  const setOwn = async (id: string, number: string) => {
    const { status, json } = await setPhone(id, number)
    return status === 200 ? status : [status, json.code]
  }
  /** The client writes to Rita's account. */
  const write = (body: string, author = clients) =>
    captureHistory(world, tenant, [messageOf(world, { body, author: phone(author) })])
  const invite = (phoneNumber: string) =>
    admin.call('POST', `${users}/invite`, {
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Bell',
      messengerRole: 'user',
      groupIds: [tenant.groups.north],
      phoneNumber,
    })

  test('can’t become a user’s number once the client is in a conversation; the client’s messages stay the client’s', async () => {
    await write('Hello')
    const answer = await setPhone(tenant.representative, clients)
    expect([answer.status, answer.json.code, answer.json.details]).toEqual([
      ...refused,
      { field: 'phoneNumber', phone: clients },
    ])
    expect((await invite(clients)).json.code).toBe('user.phone-of-client')
    const text = `Email,First name,Last name,Phone,Role,Groups\nann@example.com,Ann,Doe,${clients},User,North\nben@example.com,Ben,Doe,${free},User,North\n`
    const { id } = (
      await admin.call('POST', `${users}/import`, Buffer.from(text), { 'content-type': 'text/csv' })
    ).json
    while ((await runImports(world.ctx, tenant.id)) > 0);
    const { items } = (await admin.call('GET', `/bff/api/v1/imports/${id}/rows?limit=10`)).json
    expect(items.map((row: never) => [row['outcome'], row['reason']])).toEqual([
      ['failed', answer.json.message],
      ['created', undefined],
    ])
    await write('I want to complain')
    expect(await holderOf(clients)).toEqual([])
    const authors = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('message').select('author_user_id').execute(),
    )
    expect(authors.map((row) => row.author_user_id)).toEqual([null, null])
  })

  test('is given to no user while a personal contact has it', async () => {
    const made = await admin.call('POST', '/messenger/api/v1/contacts', {
      name: 'Mina Park',
      phoneNumbers: [clients],
      emails: [],
      shareLevel: 'personal',
      ownerId: tenant.representative,
      groupIds: [tenant.groups.north],
    })
    expect(await setOwn(tenant.colleague, clients)).toEqual(refused)
    expect(await setOwn(tenant.representative, clients)).toEqual(refused)
    await admin.call('DELETE', `/messenger/api/v1/contacts/${made.json.id}`)
    expect(await setOwn(tenant.colleague, clients)).toBe(200)
  })

  test('is their own if it is that of their connected account, or of one without an owner', async () => {
    const account = (change: ReturnType<typeof sql>) =>
      inTenant(world.ctx.db, tenant.id, (tx) =>
        sql`update channel_account set ${change} where id = ${tenant.accounts.whatsapp}`.execute(tx),
      )
    await write('Hello')
    const own = sql`address = ${clients}, owner_id = ${tenant.colleague}`
    await account(sql`${own}, status = 'not-available', connected_at = null`)
    expect(await setOwn(tenant.colleague, clients)).toEqual(refused)
    await account(sql`status = 'active'`)
    expect(await setOwn(tenant.representative, clients)).toEqual(refused)
    expect(await setOwn(tenant.colleague, clients)).toBe(200)
    expect(await setOwn(tenant.colleague, '')).toBe(200)
    await account(sql`owner_id = null`)
    expect(await setOwn(tenant.representative, clients)).toBe(200)
  })

  test('is theirs again if they wrote with it before it was taken from them by mistake', async () => {
    expect(await setOwn(tenant.colleague, clients)).toBe(200)
    await write('From Sam')
    expect(await setOwn(tenant.colleague, free)).toBe(200)
    await write('Still from Sam')
    expect(await setOwn(tenant.representative, clients)).toEqual(refused)
    expect(await setOwn(tenant.colleague, clients)).toBe(200)
  })
})
