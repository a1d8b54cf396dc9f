import type { MailId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { doubling, spread } from './back-off.ts'
import type { DueRows } from './due-rows.ts'
import { openFindDue } from './find-due.ts'
import { giveUpSpent, prolong, report, reportAll, settle, takeDue, type Try } from './tries.ts'

let world: World
let tenant: WorldTenant
useTenants('work', (made, opened) => {
  world = opened
  tenant = made
})

const leaseMs = 60_000
/** A test's own declaration over the table of mails. */
const rows: DueRows<'mail'> = {
  name: 'mail',
  table: 'mail',
  waits: () => sql`state in ('queued', 'sending')`,
  from: 'due_at',
  lease: 'lease_until',
  leaseMs,
  tries: 'attempts',
  order: sql`subject`,
  taking: { state: 'sending' },
  held: sql`state = 'sending'`,
  mostTries: 3,
  backOff: doubling({ firstMs: 1_000, tries: 2 }),
  failing: (reason) => ({ state: 'queued', reason }),
  givingUp: (reason, now) => ({ state: 'failed', reason, text_sealed: null, finished_at: now }),
  figures: { oldest: sql`min(due_at)` },
}

const inOurs = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const now = () => world.ctx.now()

async function add(...subjects: string[]): Promise<void> {
  const values = subjects.map((subject) => ({
    id: newId<MailId>(now()),
    kind: 'test' as const,
    recipient: 'ann@example.com',
    subject,
    text_sealed: Buffer.from('sealed'),
    due_at: now(),
    created_at: now(),
  }))
  await inOurs((tx) => tx.insertInto('mail').values(values).execute())
}

const take = (most = 10) => inOurs((tx) => takeDue(tx, rows, most, now()))

async function takeOne(): Promise<Try<'mail'>> {
  const [taken] = await take(1)
  if (!taken) throw new Error('Nothing is due')
  return taken.tried
}

const stateOf = ({ id }: Pick<Try<'mail'>, 'id'>) =>
  inOurs((tx) =>
    tx
      .selectFrom('mail')
      .select(['state', 'attempts', 'due_at', 'lease_until', 'reason'])
      .where('id', '=', id as MailId)
      .executeTakeFirstOrThrow(),
  )

describe('taking rows', () => {
  test('happens in order, once, and for no more rows than requested', async () => {
    await add('b', 'c', 'a')
    const first = await take(2)
    expect(first.map(({ row }) => row.subject).toSorted()).toEqual(['a', 'b'])
    expect(first.map(({ row, tried }) => [row.state, row.attempts, tried.attempt])).toEqual([
      ['sending', 1, 1],
      ['sending', 1, 1],
    ])
    expect((await take(2)).map(({ row }) => row.subject)).toEqual(['c'])
    expect(await take()).toEqual([])
  })

  test('gives a row to only one of two workers at once', async () => {
    await add('a', 'b', 'c', 'd')
    const taken = await Promise.all([take(2), take(2), take(2)])
    expect(
      taken
        .flat()
        .map(({ row }) => row.subject)
        .toSorted(),
    ).toEqual(['a', 'b', 'c', 'd'])
  })

  test('makes a row due again when its lease is over, and not before', async () => {
    await add('a')
    await takeOne()
    world.pass(leaseMs - 1)
    expect(await take()).toEqual([])
    world.pass(1)
    expect((await takeOne()).attempt).toBe(2)
  })
})

describe('an attempt', () => {
  test('that continues extends its lease', async () => {
    await add('a')
    const tried = await takeOne()
    world.pass(leaseMs - 1)
    expect(await inOurs((tx) => prolong(tx, tried, now()))).toMatchObject({ subject: 'a' })
    world.pass(leaseMs - 1)
    expect(await take()).toEqual([])
  })

  test('that counted as lost does not affect the next one', async () => {
    await add('a')
    const lost = await takeOne()
    world.pass(leaseMs)
    const next = await takeOne()
    const done = { state: 'sent', text_sealed: null } as const
    expect(await inOurs((tx) => prolong(tx, lost, now()))).toBeUndefined()
    expect(await inOurs((tx) => settle(tx, lost, { done }, now()))).toBe('lost')
    expect(await inOurs((tx) => settle(tx, lost, { failed: 'late' }, now()))).toBe('lost')
    expect(await stateOf(next)).toMatchObject({ state: 'sending', reason: null })
    expect(await inOurs((tx) => settle(tx, next, { done }, now()))).toBe('done')
    expect(await inOurs((tx) => report(tx, next, { reason: 'again' }))).toBeUndefined()
  })

  test('that fails makes its row wait, and the row is given up after its attempts', async () => {
    await add('a')
    const first = await takeOne()
    expect(await inOurs((tx) => settle(tx, first, { failed: 'busy' }, now()))).toBe('later')
    expect(await stateOf(first)).toEqual({
      state: 'queued',
      attempts: 1,
      due_at: new Date(now().getTime() + spread(1_000, first.id, 1)),
      lease_until: null,
      reason: 'busy',
    })
    expect(await take()).toEqual([])
    world.pass(1_000)
    const second = await takeOne()
    expect(await inOurs((tx) => settle(tx, second, { failed: 'gone' }, now()))).toBe('given-up')
    expect(await stateOf(second)).toMatchObject({ state: 'failed', attempts: 2, reason: 'gone' })
    world.pass(86_400_000)
    expect(await take()).toEqual([])
  })

  test('waits for at least as long as who was asked wants, and counts', async () => {
    await add('a')
    const first = await takeOne()
    const asked = { failed: 'busy', afterMs: 90_000 }
    expect(await inOurs((tx) => settle(tx, first, asked, now()))).toBe('later')
    expect((await stateOf(first)).due_at).toEqual(new Date(now().getTime() + 90_000))
    world.pass(90_000)
    const second = await takeOne()
    expect(await inOurs((tx) => settle(tx, second, asked, now()))).toBe('given-up')
  })

  test('does not wait for less than its back-off, whatever is asked', async () => {
    await add('a')
    const tried = await takeOne()
    await inOurs((tx) => settle(tx, tried, { failed: 'busy', afterMs: 1 }, now()))
    expect((await stateOf(tried)).due_at).toEqual(new Date(now().getTime() + spread(1_000, tried.id, 1)))
  })

  test('with a permanent failure is not repeated', async () => {
    await add('a')
    const tried = await takeOne()
    const settled = await inOurs((tx) => settle(tx, tried, { failed: 'refused', lasting: true }, now()))
    expect(settled).toBe('given-up')
  })

  test('that is postponed does not count, and its time distinguishes it from the next one', async () => {
    const { lease: _, ...byTime } = rows
    const take = () => inOurs((tx) => takeDue(tx, byTime, 1, now()))
    await add('a')
    const tries: Try<'mail'>[] = []
    for (let n = 0; n < 3; n++) {
      const [taken] = await take()
      tries.push(taken!.tried)
      const putOff = new Date(now().getTime() + 1_000)
      expect(await inOurs((tx) => settle(tx, taken!.tried, { putOff }, now()))).toBe('put-off')
      expect(await take()).toEqual([])
      world.pass(1_000)
    }
    const [last] = await take()
    expect([...tries, last!.tried].map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1])
    for (const tried of tries)
      expect(await inOurs((tx) => settle(tx, tried, { failed: 'late' }, now()))).toBe('lost')
    // With a lease of its own, they could not be distinguished.
    await expect(
      inOurs((tx) => settle(tx, { ...last!.tried, rows }, { putOff: now() }, now())),
    ).rejects.toThrow('a column that counts')
  })
})

test('rows whose attempts were interrupted too often are given up, except those that a worker has', async () => {
  await add('a')
  for (let n = 0; n < 3; n++) {
    await takeOne()
    expect(await inOurs((tx) => giveUpSpent(tx, rows, 'cut off', now()))).toEqual([])
    world.pass(leaseMs)
  }
  expect(await inOurs((tx) => giveUpSpent(tx, rows, 'cut off', now()))).toMatchObject([
    { state: 'failed', reason: 'cut off', attempts: 3 },
  ])
})

test('a tenant is found while it has due work, and not because of another tenant’s', async () => {
  const other = await world.makeTenant(`other-${tenant.label}`)
  await add('a')
  const find = openFindDue(world.ctx)
  const [mail, again, media] = await Promise.all([find('mail'), find('mail'), find('media')])
  expect(mail).toContain(tenant.id)
  expect(again).toEqual(mail)
  expect(mail).not.toContain(other.id)
  expect(media).not.toContain(tenant.id)
  await takeOne()
  expect(await find('mail')).not.toContain(tenant.id)
  expect(await inTenant(world.ctx.db, other.id, (tx) => takeDue(tx, rows, 10, now()))).toEqual([])
})

test('many attempts are reported in one statement, each with values of its own; a row that another worker has stays', async () => {
  await add('a', 'b', 'c')
  const [first, second, third] = (await take()).map(({ tried }) => tried)
  if (!first || !second || !third) throw new Error('Three mails are due')
  const overtaken = { ...third, attempt: third.attempt + 1 }
  await inOurs((tx) =>
    reportAll(
      tx,
      [first, second, overtaken],
      { state: 'sent', lease_until: null },
      {
        columns: { reason: 'text' },
        values: ['one', 'two', 'three'].map((reason) => ({ reason })),
      },
    ),
  )
  expect(await stateOf(first)).toMatchObject({ state: 'sent', reason: 'one', lease_until: null })
  expect(await stateOf(second)).toMatchObject({ state: 'sent', reason: 'two' })
  expect(await stateOf(third)).toMatchObject({ state: 'sending', reason: null })
})
