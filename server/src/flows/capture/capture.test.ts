import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { AccountId, UserId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { roundsOf } from '@verbatim/reference/share.ts'
import { findConnector } from '#channels/registry.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { openExaminer } from '#flows/examine/examine.ts'
import { openThemePlacer } from '#flows/revise-themes/place.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { openBlobs } from '#platform/blobs.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { openFolderStore } from '#platform/files/folder-store.ts'
import { silentLog } from '#platform/log.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { arrivalOf, messageOf } from '#testing/history.ts'
import { ingest } from './ingest.ts'
import { type Arrival, keepArrivals, openKeeper } from './keep.ts'
import { redrive } from './redrive.ts'

const now = new Date('2026-03-02T10:00:00Z')
let clock = now
let database: TestDatabase
let tenantId: TenantId
let accountId: AccountId
let home: string

const context = () => ({
  db: database.db,
  blobs: openBlobs(openFolderStore(home)),
  examiner: openExaminer(),
  themePlacer: openThemePlacer(),
  readers: { find: findConnector },
  log: silentLog,
  now: () => clock,
})

useTestDatabase(async (opened) => {
  database = opened
  home = await mkdtemp(join(tmpdir(), 'verbatim-capture-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** A separate tenant for each test, with one account. */
async function newTenant(): Promise<void> {
  tenantId = await makeOrganization(database.db, now)
  accountId = AccountId.parse(newId(now))
  const userId = UserId.parse(newId(now))
  const person = { firstName: 'Rita', lastName: 'Lund', addresses: ['+15550100001'] }
  await inOurs(async (tx) => {
    const user = { id: userId, email: 'r@x.example', role: 'none', messengerRole: 'user', ...person } as const
    await createUsers(tx, byVerbatim, [user], now)
    await createAccounts(tx, [
      { id: accountId, channel: 'telegram', name: 'Test', address: '+15550100001', ownerId: userId },
    ])
  })
}

const timed = { ctx: { now: () => clock } }
const arrival = (events: readonly CapturedEvent[], over: Partial<Arrival> = {}): Arrival =>
  arrivalOf(timed, { id: tenantId, accounts: { whatsapp: accountId } }, events, {
    channel: 'telegram',
    ...over,
  })

const message = (over: Partial<CapturedMessage> = {}): CapturedMessage =>
  messageOf(timed, {
    channel: 'telegram',
    author: { kind: 'telegram', value: '77' },
    authorName: 'Ann',
    participants: [{ identity: { kind: 'phone', value: '+15550100001' }, role: 'owner' }],
    sentAt: new Date('2026-03-02T09:00:00Z'),
    ...over,
  })

const inOurs = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, tenantId, work)
const keep = (arrivals: Arrival[]) => keepArrivals(database.db, tenantId, arrivals, clock)
const messages = () => inOurs((tx) => tx.selectFrom('message').selectAll().orderBy('message_key').execute())
const counters = () => inOurs((tx) => tx.selectFrom('account_counters').selectAll().executeTakeFirstOrThrow())

test('a stored delivery becomes a message in its conversation, with its people', async () => {
  await newTenant()
  await keep([arrival([message({ messageKey: 'a', body: 'Hello\0there' })])])
  expect(await ingest(context(), tenantId)).toBe(1)
  const [row] = await messages()
  expect(row).toMatchObject({ message_key: 'a', body: 'Hello␀there', author_name: 'Ann', revision: 1 })
  const people = await inOurs((tx) => tx.selectFrom('participant').selectAll().execute())
  expect(people.map(({ address }) => address).toSorted()).toEqual(['+15550100001', '77'])
  expect(people.find(({ address }) => address === '+15550100001')?.user_id).not.toBeNull()
  expect(await ingest(context(), tenantId)).toBe(0)
})

test('the same key and bytes are one record, counted as a duplicate', async () => {
  await newTenant()
  const same = arrival([message({ messageKey: 'a' })])
  const [first, again] = await keep([same, same])
  expect([first?.duplicate, again?.duplicate]).toEqual([false, true])
  expect((await keep([same]))[0]?.duplicate).toBe(true)
  await ingest(context(), tenantId)
  expect(await messages()).toHaveLength(1)
  expect(await counters()).toMatchObject({ accepted: '1', duplicate: '2', quarantined: '0', refused: '0' })
})

test('the same message key with another text is a new revision, flagged, and nothing is overwritten', async () => {
  await newTenant()
  await keep([arrival([message({ messageKey: 'a', body: 'one' })])])
  await ingest(context(), tenantId)
  clock = new Date(clock.getTime() + 1000)
  await keep([arrival([message({ messageKey: 'a', body: 'two' })])])
  await ingest(context(), tenantId)
  const [row] = await messages()
  expect(row).toMatchObject({ body: 'two', revision: 2, flags: ['contradicted'] })
  const revisions = await inOurs((tx) =>
    tx
      .selectFrom('message_revision')
      .select(['revision', 'body', 'suspicious'])
      .orderBy('revision')
      .execute(),
  )
  expect(revisions).toEqual([
    { revision: 1, body: 'one', suspicious: false },
    { revision: 2, body: 'two', suspicious: true },
  ])
})

test.each([
  ['another author', { author: { kind: 'telegram', value: '78' } as const }],
  ['another file at the provider', { attachments: [{ ordinal: 0, url: 'https://api.example/b' }] }],
  ['a file that came with it', { attachments: [{ ordinal: 0, bytes: Buffer.from('b') }] }],
])('the same message key with %s is a message of its own, once', async (_, over) => {
  await newTenant()
  const attachments = [{ ordinal: 0, url: 'https://api.example/a' }]
  const first = message({ messageKey: 'a', attachments })
  const second = message({ messageKey: 'a', attachments, ...over })
  // Together, and then each one separately.
  for (const events of [[first, second], [second], [first], [{ ...first, attachments: [] }]]) {
    await keep([arrival(events)])
    await ingest(context(), tenantId)
  }
  const rows = await messages()
  const storedRows = rows.map(({ message_key, flags, revision }) => ({
    key: message_key.slice(0, 2),
    isReused: flags.includes('reusedId'),
    revision,
  }))
  expect(storedRows).toEqual([
    { key: 'a', isReused: false, revision: 1 },
    { key: 'a~', isReused: true, revision: 1 },
  ])
})

test('two texts with the same time are two edits', async () => {
  await newTenant()
  const edit = (body: string): CapturedEvent => {
    return { kind: 'edit', channel: 'telegram', eventKey: 'e', targetKey: 'a', body, at: at(1) }
  }
  await keep([arrival([message({ messageKey: 'a', body: 'one', sentAt: at(0) }), edit('two'), edit('two')])])
  await keep([arrival([edit('three')])])
  await ingest(context(), tenantId)
  const bodies = await inOurs((tx) =>
    tx.selectFrom('message_revision').select('body').orderBy('revision').execute(),
  )
  expect(bodies.map(({ body }) => body)).toEqual(['one', 'two', 'three'])
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute))
const life: CapturedEvent[] = [
  message({ messageKey: 'x', body: 'first', sentAt: at(0), direction: 'outbound' }),
  { kind: 'edit', channel: 'telegram', eventKey: 'e1', targetKey: 'x', body: 'second', at: at(1) },
  { kind: 'edit', channel: 'telegram', eventKey: 'e2', targetKey: 'x', body: 'third', at: at(2) },
  { kind: 'status', channel: 'telegram', eventKey: 's1', targetKey: 'x', state: 'sent', at: at(1) },
  { kind: 'status', channel: 'telegram', eventKey: 's2', targetKey: 'x', state: 'delivered', at: at(2) },
  {
    kind: 'reaction',
    channel: 'telegram',
    eventKey: 'r1',
    targetKey: 'x',
    action: 'add',
    value: '👍',
    at: at(3),
  },
  { kind: 'delete', channel: 'telegram', eventKey: 'd1', targetKey: 'x', scope: 'everyone', at: at(4) },
]

test('events in any order, repeated and in any batches, lead to the same state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...life, ...life], { minLength: life.length * 2 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 14, maxLength: 14 }),
      async (events, sizes) => {
        await newTenant()
        const rest = [...events]
        for (const size of sizes) {
          const batch = rest.splice(0, size)
          if (batch.length === 0) break
          await keep(batch.map((event) => arrival([event])))
          await ingest(context(), tenantId)
        }
        const rows = await messages()
        expect(rows).toHaveLength(1)
        expect(rows[0]).toMatchObject({
          body: 'third',
          delivery_state: 'delivered',
          deletion: { scope: 'everyone' },
        })
        const kept = await inOurs(async (tx) => ({
          events: await tx.selectFrom('message_event').select(['event_key', 'message_id']).execute(),
          bodies: await tx.selectFrom('message_revision').select('body').execute(),
        }))
        expect(kept.events).toHaveLength(life.length - 1)
        expect(kept.events.every(({ message_id }) => message_id === rows[0]?.id)).toBe(true)
        expect(kept.bodies.map(({ body }) => body ?? '').toSorted()).toEqual(['first', 'second', 'third'])
      },
    ),
    { numRuns: roundsOf(15) },
  )
})

test('a poisoned record is quarantined after its attempts, delays no other record, and is redriven on request', async () => {
  await newTenant()
  clock = now
  const bad = arrival([], { bytes: Buffer.from('{not json') })
  await keep([arrival([message({ messageKey: 'a' })]), bad, arrival([message({ messageKey: 'b' })])])
  await ingest(context(), tenantId)
  expect((await messages()).map(({ message_key }) => message_key)).toEqual(['a', 'b'])
  for (let i = 0; i < 6; i++) {
    clock = new Date(clock.getTime() + 60_000)
    await ingest(context(), tenantId)
  }
  expect(await counters()).toMatchObject({ accepted: '2', quarantined: '1' })
  const quarantined = await inOurs((tx) => tx.selectFrom('quarantined_record').selectAll().execute())
  expect(quarantined).toMatchObject([{ attempts: 5, account_id: accountId }])
  const by = { userId: undefined, name: 'Operator' }
  const again = await inOurs((tx) => redrive(tx, by, { accountIds: [accountId] }, clock))
  expect(again).toEqual([{ id: accountId, name: 'Test', records: 1 }])
  expect(await counters()).toMatchObject({ accepted: '3', quarantined: '0' })
})

test('if the database refuses a record, only that record is postponed, and its batch is stored', async () => {
  await newTenant()
  const wrongDate = { ...message({ messageKey: 'z' }), sentAt: new Date('+100000-01-01T00:00:00Z') }
  await keep([
    arrival([message({ messageKey: 'a' })]),
    arrival([wrongDate]),
    arrival([message({ messageKey: 'b' })]),
  ])
  await ingest(context(), tenantId)
  expect((await messages()).filter(({ message_key }) => message_key !== 'z')).toHaveLength(2)
})

test('callers get their answer only after the commit, which they share', async () => {
  await newTenant()
  const keeper = openKeeper({ db: database.db, now: () => clock, onKept: () => {} })
  const kept = await Promise.all(Array.from({ length: 200 }, () => keeper.keep(arrival([message()]))))
  const stored = await inOurs((tx) => tx.selectFrom('message_record').select('id').execute())
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(kept.map(({ recordId }) => recordId)))
  await keeper.close()
})

test('the sender must retry a delivery to an account that the database does not have', async () => {
  await newTenant()
  const keeper = openKeeper({ db: database.db, now: () => clock, onKept: () => {} })
  const strange = { ...arrival([message({ messageKey: 'strange' })]), accountId: newId<AccountId>(clock) }
  const [kept, refused] = await Promise.allSettled([
    keeper.keep(arrival([message({ messageKey: 'ours' })])),
    keeper.keep(strange),
  ])
  expect(kept.status).toBe('fulfilled')
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await keeper.close()
})

test('records cannot be changed by any role', async () => {
  await newTenant()
  await keep([arrival([message()])])
  for (const change of [
    sql`update message_record set remote = 'x'`,
    sql`delete from message_record`,
    sql`truncate message_record`,
  ]) {
    await expect(inOurs((tx) => change.execute(tx))).rejects.toThrow(/permission denied|append-only/)
  }
})
