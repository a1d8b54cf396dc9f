import { randomBytes, randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SmtpIntake } from '#platform/smtp/intake.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openSmtpClient } from '#testing/fakes/smtp-client.ts'
import { ask } from '#testing/caller.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { openIntake } from '#flows/capture/intake/smtp.ts'

/*
 * The endpoint's answer for an account that the database does not have: final if the database is complete and ours, and "try
 * again later" if the account may be in the missing part.
 */

let database: TestDatabase
let owner: pg.Client
let world: World
let tenant: WorldTenant
let intake: SmtpIntake
beforeAll(async () => {
  database = await openTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  world = await openWorld(database.url, { SMTP_INTAKE_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  intake = await openIntake(world.ctx)
})
afterAll(async () => {
  await intake?.close()
  await world?.[Symbol.asyncDispose]()
  await owner?.end()
  await database?.close()
})
afterEach(() => world.pass(5_000)) // cached facts are checked again

async function answers(): Promise<{ hook: number; retryAfter: unknown; mail: string; signIn: number }> {
  const hook = await ask(world.app, { method: 'POST', url: `/hooks/sms/${randomUUID()}`, payload: '' })
  const client = await openSmtpClient(intake.port)
  await client.say('EHLO sender.example')
  await client.say('MAIL FROM:<a@sender.example>')
  const mail = await client.say('RCPT TO:<unknown@journal.example>')
  client.close()
  return {
    hook: hook.status,
    retryAfter: hook.headers['retry-after'],
    mail: mail.slice(0, 3),
    signIn: await signIn(),
  }
}

async function signIn(): Promise<number> {
  const sender = createTransport({
    host: '127.0.0.1',
    port: intake.port,
    auth: { user: 'unknown@journal.example', pass: 'x' },
    tls: { rejectUnauthorized: false },
  })
  const refused = (await sender.verify().catch((error: unknown) => error)) as { responseCode?: number }
  return refused.responseCode ?? 0
}

const comeAgain = { hook: 503, retryAfter: expect.stringMatching(/^\d+$/), mail: '451', signIn: 451 }
const forGood = { hook: 404, retryAfter: undefined, mail: '550', signIn: 535 }

test('before any organization exists, senders must retry', async () => {
  expect(await answers()).toEqual(comeAgain)
  tenant = await world.makeTenant('whole')
})

test('in a complete installation, an unknown account gets a final refusal', async () => {
  expect(await answers()).toEqual(forGood)
})

test('if one of the counted organizations is missing, senders must retry, and known senders are accepted', async () => {
  await owner.query('update installation set organizations = organizations + 1')
  expect(await answers()).toEqual(comeAgain)
  expect(await world.deliver(tenant, { from: '+15550109999', body: 'still here' })).toBe(200)
  await owner.query('update installation set organizations = organizations - 1')
  expect(await answers()).toEqual(forGood)
})

test.each([
  ['sealed by another secret', 'update installation set seal = $1', randomBytes(32)],
  ['another installation’s', 'update installation set id = $1', randomUUID()],
])('if the database is %s, senders must retry', async (_what, change, value) => {
  const { rows } = await owner.query<{ id: string; seal: Buffer }>('select id, seal from installation')
  await owner.query(change, [value])
  expect(await answers()).toEqual(comeAgain)
  await owner.query('update installation set id = $1, seal = $2', [rows[0]?.id, rows[0]?.seal])
  world.pass(5_000)
  expect(await answers()).toEqual(forGood)
})

test('if the seal is gone, senders must retry', async () => {
  await owner.query('delete from installation')
  expect(await answers()).toEqual(comeAgain)
})
