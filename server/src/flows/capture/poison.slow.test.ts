import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReaders, type Readers } from '#channels/registry.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import type { SmtpIntake } from '#platform/smtp/intake.ts'
import { openIntake } from '#flows/capture/intake/smtp.ts'
import { ingest } from './ingest.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let intake: SmtpIntake
let readers: Readers
let count = 0
beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url, { SMTP_INTAKE_PORT: '0' })
  intake = await openIntake(world.ctx)
  readers = openReaders({
    threads: 2,
    timeoutMs: 20_000,
    memoryMb: 128,
    program: new URL('../../testing/fakes/moody-parse-thread.ts', import.meta.url),
  })
})
beforeEach(async () => {
  tenant = await world.makeTenant(`poison${(count += 1)}`)
})
afterAll(async () => {
  await readers?.close()
  await intake?.close()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

/** Sends mails to the tenant's journal through the SMTP intake, in order. */
async function send(mails: readonly string[]): Promise<void> {
  const address = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('channel_account')
      .select('address')
      .where('id', '=', tenant.accounts.proofpoint)
      .executeTakeFirstOrThrow(),
  )
  const sender = createTransport({
    host: '127.0.0.1',
    port: intake.port,
    pool: true,
    maxConnections: 1,
    tls: { rejectUnauthorized: false },
  })
  for (const raw of mails)
    await sender.sendMail({ envelope: { from: 'journal@acme.example', to: [address.address] }, raw })
  sender.close()
}

const genuine = `From: Rita <rita@acme.example>\r\nTo: Ann <ann@client.example>\r\nMessage-ID: <good@acme.example>\r\nSubject: Review\r\n\r\nHello\r\n`
/** Mails that end the thread that reads them: they count as those that hang it, and no genuine one shares a short limit with them. */
const poison = (n: number, size: number) => `die ${n} ${'x'.repeat(size)}\r\n`

const ingested = () => ingest({ ...world.ctx, readers }, tenant.id, 'fresh')
const read = () =>
  inTenant(world.ctx.db, tenant.id, (tx) => tx.selectFrom('message').select('subject').execute())
const attempts = async () =>
  (
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('record_backlog').select('attempts').execute(),
    )
  ).map((row) => row.attempts)

test('a mail behind twenty poisoned ones is read with the first batch, while most of them wait', async () => {
  await send([...Array.from({ length: 20 }, (_, n) => poison(n, 2_000)), genuine])
  await ingested()
  expect(await read()).toEqual([{ subject: 'Review' }])
  // Each thread read one; similar ones were left.
  const tries = await attempts()
  expect(tries).toHaveLength(20)
  expect(tries.filter((tried) => tried > 0).length).toBeLessThanOrEqual(3)
})

test(
  'postponed poisoned mails move to another lane, so that new mail never waits for them again',
  { tags: ['whole'] },
  async () => {
    await send(Array.from({ length: 3 }, (_, n) => poison(n, 2_000)))
    while ((await ingested()) > 0);
    expect(await attempts()).toEqual([1, 1, 1])
    world.pass(60_000)
    await send([genuine])
    expect(await ingested()).toBe(1)
    expect(await read()).toEqual([{ subject: 'Review' }])
  },
)
