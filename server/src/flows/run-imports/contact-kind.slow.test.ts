import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import { countWaiting } from '#testing/waiting.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { importSteps } from '#testing/imports.ts'

const path = '/messenger/api/v1/contacts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('contacts', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

const { work } = importSteps(() => ({ world, tenant, admin }))
const heading = 'Name,Mobile,Email,Share level,Owner,Groups\n'
const imported = async (text: string) => {
  const { status, json } = await admin.call('POST', `${path}/import`, Buffer.from(heading + text), {
    'content-type': 'text/csv',
  })
  expect(status, JSON.stringify(json)).toBe(200)
  await work()
  const { items } = (await admin.call('GET', `/bff/api/v1/imports/${json.id}/rows?limit=200`)).json
  return {
    id: json.id as string,
    rows: items.map((row: { outcome: string; reason?: string }) =>
      [row.outcome, row.reason].join(' ').trim(),
    ),
  }
}
const contacts = async () =>
  (await admin.call('GET', path)).json.items as { name: string; id: string; version: number }[]
const undo = async (id: string) => {
  await admin.call('POST', `/bff/api/v1/imports/${id}/undo`)
  await work()
  return (await admin.call('GET', `/bff/api/v1/imports/${id}`)).json.undo
}

test('contacts from a file are created, updated, skipped, or failed with a reason, and an undo removes them', async () => {
  const owner = `${tenant.label}`
  const users = (await admin.call('GET', '/messenger/api/v1/users')).json.items as { email: string }[]
  const rita = users[0]?.email ?? owner
  const first = await imported(
    [
      'Ann Ash,+15550101001,ann@client.example,,,North',
      `Ann (own),+15550101001,,Personal,${rita},North; South`,
      'Ben Birch,(555) 010-1002,,global,,South',
      'No Number,,,,,North',
      'Bad,12,,,,North',
      'Nowhere,+15550101003,,,,West',
      'Odd,+15550101004,,Secret,,North',
      'Ownerless,+15550101005,,Personal,,North',
      'Unknown,+15550101006,,Personal,unknown@client.example,North',
      'Ann again,+1 555 010 1001,,,,North',
    ].join('\n'),
  )
  expect(first.rows).toEqual([
    'created',
    'created',
    'created',
    'failed Phone number or email is required',
    'failed The phone number is not in a correct format',
    'failed The group “West” doesn’t exist.',
    'failed “Secret” is not a share level. Use Global or Personal.',
    'failed Owner is required',
    'failed The chosen owner is not a user of this organization.',
    'skipped This repeats line 2 of the file.',
  ])
  expect((await contacts()).map(({ name }) => name)).toEqual(['Ann (own)', 'Ann Ash', 'Ben Birch'])

  const second = await imported(
    [
      'Ann Ashby,+15550101001,ann.ashby@client.example,,,South',
      'Both,+15550101002,ann@client.example,,,South',
      'Cleo,,cleo@client.example,,,North',
    ].join('\n'),
  )
  expect(second.rows).toEqual([
    'updated',
    'failed The phone number and the email address belong to two different contacts.',
    'created',
  ])
  expect((await imported('Ben Birch,+15550101002,,,,South')).rows).toEqual(['skipped Nothing to change.'])
  const [ann] = (await admin.call('GET', `${path}?search=ashby`)).json.items
  expect(ann).toMatchObject({ name: 'Ann Ashby', version: 2, groups: [{ name: 'South' }] })
  expect(ann.addresses).toHaveLength(3)

  expect(await undo(second.id)).toEqual({ undone: 2, kept: 0 })
  const [before] = (await admin.call('GET', `${path}?search=Ash&filter=shareType:global`)).json.items
  expect(before).toMatchObject({ name: 'Ann Ash', groups: [{ name: 'North' }] })
  expect(before.addresses).toHaveLength(2)

  await world.deliver(tenant, { from: '+15550101002', body: 'hello' })
  await world.settle()
  // Ann has changed meanwhile, and Ben has sent a message.
  expect(await undo(first.id)).toEqual({ undone: 1, kept: 2 })
  expect((await contacts()).map(({ name }) => name)).toEqual(['Ann Ash', 'Ben Birch'])
})

test('a file of 2,000 contacts is imported in few statements', { tags: ['whole'] }, async () => {
  const rows = Array.from(
    { length: 2_000 },
    (_, at) => `Contact ${at},+1555${String(2_000_000 + at)},,,,North`,
  )
  const began = performance.now()
  const { rows: outcomes } = await imported(rows.join('\n'))
  expect(outcomes.every((outcome: string) => outcome === 'created')).toBe(true)
  expect((await admin.call('GET', path)).json.total).toBe(2_000)
  expect(performance.now() - began).toBeLessThan(20_000)
})

const say = async (from: string) => {
  expect(await world.deliver(tenant, { from, body: 'hello' })).toBeLessThan(300)
  await world.settle()
}
const within = <T>(act: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, act)
const participants = () =>
  within((tx) =>
    tx
      .selectFrom('participant')
      .select(['conversation_id', 'contact_id'])
      .where('address', '=', ben)
      .execute(),
  )
const ben = '+15550101002'

describe('an undo keeps a contact', () => {
  test('whom a conversation that was there before got to know', async () => {
    await say(ben)
    const { id } = await imported(`Ben,${ben},,,,South`)
    await say(ben)
    const [contact] = await contacts()
    expect(await participants()).toMatchObject([{ contact_id: contact?.id }])
    expect(await undo(id)).toEqual({ undone: 0, kept: 1 })
  })

  test('whom a message names that was captured when participants did not learn who they are', async () => {
    await say(ben)
    const { id } = await imported(`Ben,${ben},,,,South`)
    await say(ben)
    await within((tx) => tx.updateTable('participant').set({ contact_id: null }).execute())
    expect(await undo(id)).toEqual({ undone: 0, kept: 1 })
  })

  test('whom a message names that is captured at the same time', async () => {
    await say(ben)
    const { id } = await imported(`Ben,${ben},,,,South`)
    const [contact] = await contacts()
    let undone: ReturnType<typeof undo> | undefined
    await within(async (tx) => {
      await lockTenant(tx)
      undone = undo(id)
      await vi.waitFor(async () => expect(await countWaiting(tx)).toBe(1), { timeout: 10_000 })
      await sql`update participant set contact_id = ${contact?.id} where address = ${ben}`.execute(tx)
    })
    expect(await undone).toEqual({ undone: 0, kept: 1 })
  })
})

test('a number that is taken at the same time on the screen is a contact that exists, and the other rows are imported', async () => {
  let running: ReturnType<typeof imported> | undefined
  const byHand = { id: newId<ContactId>(world.ctx.now()), name: 'Ben by hand', addresses: [ben] }
  await within(async (tx) => {
    await createContacts(tx, [{ ...byHand, groupIds: [tenant.groups.north] }], world.ctx.now())
    running = imported(`Ben,${ben},,,,South\nCleo,+15550101003,,,,South`)
    await vi.waitFor(async () => expect(await countWaiting(tx)).toBe(1), { timeout: 10_000 })
  })
  expect((await running)?.rows).toEqual(['updated', 'created'])
})

describe('of rows with the same key', () => {
  const cell = '+15550101001'
  test('the first that succeeds counts, and those before it fail with their reasons', async () => {
    const { rows } = await imported(
      [
        `Ann,${cell},,,,West`,
        `Ben,${ben},,,,South`,
        `Ann,${cell},,Personal,unknown@client.example,North`,
        `Ann,${cell},,,,East`,
        `Ann,${cell},,,,North`,
        `Ann,${cell},,,,West`,
        `Ben,${ben},,,,North`,
      ].join('\n'),
    )
    expect(rows).toEqual([
      'failed The group “West” doesn’t exist.',
      'created',
      'failed The chosen owner is not a user of this organization.',
      'failed The group “East” doesn’t exist.',
      'created',
      'skipped This repeats line 6 of the file.',
      'skipped This repeats line 3 of the file.',
    ])
  })

  test('many that fail do not keep the next from being imported', { tags: ['whole'] }, async () => {
    const failing = Array.from({ length: 25 }, (_, at) => `Ann,${cell},,,,Group ${at}`)
    const { rows } = await imported([...failing, `Ann,${cell},,,,North`, `Ben,${ben},,,,North`].join('\n'))
    expect(rows).toHaveLength(27)
    expect(rows.slice(25)).toEqual(['created', 'created'])
  })
})
