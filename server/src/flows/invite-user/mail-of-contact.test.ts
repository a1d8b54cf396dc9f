/** A colleague whose mail address a contact has. Source: docs/decisions/0161-who-an-address-names.md. */
import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { runImports } from '#flows/run-imports/run-imports.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import { countWaiting } from '#testing/waiting.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('mail-of-contact', (made, opened) => {
  world = opened
  tenant = made
})
beforeEach(async () => void (admin = await world.as(tenant, tenant.users.super_admin)))

const janes = 'jane@bank.example'
const others = 'cleo@client.example'
const users = '/messenger/api/v1/users'
const contacts = '/messenger/api/v1/contacts'

async function addContact(change: object): Promise<string> {
  const draft = { name: 'Jane Ash', emails: [janes], phoneNumbers: [], shareLevel: 'global' }
  const given = { ...draft, groupIds: [tenant.groups.south], ...change }
  const { status, json, text } = await admin.call('POST', contacts, given)
  expect(status, text).toBe(200)
  return json.id
}
async function invite(): Promise<string> {
  const person = { email: 'Jane@Bank.example', firstName: 'Jane', lastName: 'Ash', messengerRole: 'user' }
  const draft = { ...person, groupIds: [tenant.groups.north] }
  const { status, json, text } = await admin.call('POST', `${users}/invite`, draft)
  expect(status, text).toBe(200)
  return json.id
}
const find = async (id: string) => (await admin.call('GET', `${contacts}/${id}`)).json
const write = (body: string) =>
  captureHistory(world, tenant, [messageOf(world, { body, author: { kind: 'email', value: janes } })])
const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)
const messages = () =>
  inside((tx) =>
    tx.selectFrom('message').select(['body', 'author_user_id', 'group_ids']).orderBy('id').execute(),
  )
const entriesOf = (id: string) =>
  inside((tx) =>
    tx
      .selectFrom('audit_event')
      .select(['type', 'changes'])
      .where('target_id', '=', id)
      .where('type', '<>', 'contact_created')
      .execute(),
  )

test('writes as a user with the groups of one, and the contact keeps what else it has and its past', async () => {
  const contact = await addContact({ phoneNumbers: ['+15550177009'] })
  const unconcerned = await addContact({ name: 'Cleo Marsh', emails: [others] })
  await write('as a contact')
  world.pass(1_000)
  const until = world.ctx.now()
  const id = await invite()
  await write('as a colleague')
  expect(await messages()).toMatchObject([
    { body: 'as a contact', author_user_id: null, group_ids: [] },
    { body: 'as a colleague', author_user_id: id, group_ids: [tenant.groups.north] },
  ])
  expect(await find(contact)).toMatchObject({
    status: 'active',
    version: 2,
    addresses: [{ kind: 'phone', value: '+15550177009' }],
  })
  const found = await admin.call('GET', `${contacts}?search=name:bank.example`)
  expect(found.json.total).toBe(0)
  const { rows } = await inside((tx) =>
    sql`select until from contact_identity where contact_id = ${contact} and value = ${janes}`.execute(tx),
  )
  expect(rows).toEqual([{ until }])
  expect(await entriesOf(contact)).toEqual([
    {
      type: 'contact_updated',
      changes: [{ field: 'addresses', old: ['+15550177009', janes], new: ['+15550177009'] }],
    },
  ])
  expect(await find(unconcerned)).toMatchObject({ version: 1, addresses: [{ value: others }] })
})

test('leaves no contact behind that has nothing else, personal ones neither; a file does the same', async () => {
  const global = await addContact({})
  const personal = await addContact({ shareLevel: 'personal', ownerId: tenant.representative })
  const text = `Email,First name,Last name,Phone,Role,Groups\n${janes},Jane,Ash,,User,North\n`
  await admin.call('POST', `${users}/import`, Buffer.from(text), { 'content-type': 'text/csv' })
  while ((await runImports(world.ctx, tenant.id)) > 0);
  for (const id of [global, personal]) {
    expect(await find(id)).toMatchObject({ status: 'archived' })
    expect(await entriesOf(id)).toEqual([
      { type: 'contact_deleted', changes: [{ field: 'addresses', old: [janes], new: null }] },
    ])
  }
  const { items } = (await admin.call('GET', `${users}?search=displayNameEmail:${janes}`)).json
  await write('as a colleague')
  expect(await messages()).toMatchObject([{ author_user_id: items[0].id }])
})

test('gets the address also from a contact that is added at the same moment', async () => {
  const id = newId<ContactId>(world.ctx.now())
  const { inviting } = await inside(async (tx) => {
    const contact = { id, name: 'Jane Ash', addresses: [janes], groupIds: [tenant.groups.south] }
    await createContacts(tx, [contact], world.ctx.now())
    const inviting = invite()
    await expect.poll(() => countWaiting(tx), { timeout: 10_000 }).toBe(1)
    return { inviting }
  })
  const userId = await inviting
  const { rows } = await inside((tx) =>
    sql`select user_id, contact_id from address where value = ${janes}`.execute(tx),
  )
  expect(rows).toEqual([{ user_id: userId, contact_id: null }])
  expect(await find(id)).toMatchObject({ status: 'archived' })
})
