/** What is kept of mails that a journaling mail server delivers, when the connection, our intake or the database fails. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openIntake } from '#flows/capture/intake/smtp.ts'
import { inTenant } from '#platform/db.ts'
import type { SmtpIntake } from '#platform/smtp/intake.ts'
import type { TestDatabase } from '#testing/database.ts'
import { FakeJournalingServer, type MailTrouble } from '#testing/fakes/journaling-server.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let intake: SmtpIntake
let count = 0
useTestWorld(
  async (opened, own) => {
    world = opened
    database = own
    intake = await openIntake(world.ctx)
  },
  () => Promise.resolve({ SMTP_INTAKE_PORT: '0', LISTEN_HOST: '127.0.0.1' }),
)
beforeEach(async () => {
  tenant = await world.makeTenant(`journaled-${(count += 1)}`)
})
afterEach(() => world.pass(60_000)) // limits per minute begin anew
afterAll(() => intake?.close())

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)

/** A mail server of the organization, with as many reports in its queue. */
function openServer(
  reports: number,
  over: Partial<FakeJournalingServer['journal']> = {},
): FakeJournalingServer {
  const server = new FakeJournalingServer({
    port: intake.port,
    address: `journal-${tenant.label}@journal.example`,
    pause: (ms) => world.pass(ms),
    ...over,
  })
  server.queue.push(...Array.from({ length: reports }, (_, index) => report(index + 1)))
  return server
}

/** A line of a mail that begins with a dot is not its end. */
const report = (number: number) =>
  exchangeReport(
    ['Sender: rita@acme.test', `Message-Id: <m${number}@acme.test>`, 'To: ann@client.test'],
    mailText({
      from: 'rita@acme.test',
      to: 'ann@client.test',
      subject: `Offer ${number}`,
      date: 'Thu, 14 May 2026 08:00:00 +0000',
      messageId: `<m${number}@acme.test>`,
      body: `Offer ${number}\r\n.\r\n..until tomorrow`,
    }),
  )

const textsUntil = (reports: number) =>
  Array.from({ length: reports }, (_, index) => `Offer ${index + 1}\n.\n..until tomorrow`).toSorted()

/** The texts of all messages, and how many deliveries were accepted, known before, and refused. */
async function captured() {
  await world.settle()
  return inOurs(async (tx) => {
    const messages = await tx.selectFrom('message').select('body').execute()
    const [counters] = await tx
      .selectFrom('account_counters')
      .select(['accepted', 'duplicate', 'refused'])
      .where('account_id', '=', tenant.accounts.proofpoint)
      .execute()
    const { accepted = 0, duplicate = 0, refused = 0 } = counters ?? {}
    const texts = messages.map(({ body }) => body ?? '').toSorted()
    return {
      texts,
      accepted: Number(accepted),
      duplicate: Number(duplicate),
      refused: Number(refused),
    }
  })
}

test('several mails come over each of several connections, encrypted, and each is a message', async () => {
  const server = openServer(5, { mailsPerConnection: 2 })
  await server.deliver()
  expect(server.outcomes).toEqual(Array(5).fill('250'))
  expect(await captured()).toEqual({ texts: textsUntil(5), accepted: 5, duplicate: 0, refused: 0 })
})

test.each<[MailTrouble, string]>([
  ['cut within', 'cut'],
  ['answer lost', '250 unread'],
])('a mail comes again after %s, behind the others, and is kept once', async (trouble, outcome) => {
  const server = openServer(3)
  server.troubles.push(trouble)
  await server.deliver()
  expect(server.outcomes).toEqual([outcome, '250', '250', '250'])
  const duplicate = trouble === 'answer lost' ? 1 : 0
  expect(server.receipts.at(-1)).toContain(duplicate ? 'stored as known as' : 'stored as as')
  expect(await captured()).toEqual({ texts: textsUntil(3), accepted: 3, duplicate, refused: 0 })
})

test('a mail that is cut at its end is kept once, whether we had it or not', async () => {
  const server = openServer(8)
  server.troubles.push(...Array<MailTrouble>(8).fill('cut at the end'))
  await server.deliver()
  expect(server.receipts).toHaveLength(8)
  expect(await captured()).toMatchObject({ texts: textsUntil(8), accepted: 8, refused: 0 })
})

test('mails wait in the queue while the database is away, and none is bounced', async () => {
  await database.administer('revoke insert on message_record from verbatim_app')
  const waits: number[] = []
  const server = openServer(2, {
    backOffMs: [hourMs, 4 * hourMs],
    async pause(ms) {
      world.pass(ms)
      waits.push(ms)
      if (waits.length === 3) await database.administer('grant insert on message_record to verbatim_app')
    },
  })
  await server.deliver()
  expect(waits).toEqual([hourMs, 4 * hourMs, 4 * hourMs])
  expect(server.outcomes).toEqual([...Array(6).fill('451'), '250', '250'])
  expect(server.bounces).toEqual([])
  expect(await captured()).toEqual({ texts: textsUntil(2), accepted: 2, duplicate: 0, refused: 0 })
})

test('while no intake listens, connections are refused, and all mails come afterwards', async () => {
  const { port } = intake
  await intake.close()
  let waits = 0
  const server = openServer(3, {
    port,
    async pause(ms) {
      world.pass(ms)
      if ((waits += 1) < 2) return
      const config = { ...world.ctx.config, SMTP_INTAKE_PORT: port }
      intake = await openIntake({ ...world.ctx, config })
    },
  })
  await server.deliver()
  expect(server.outcomes).toEqual(['ECONNREFUSED', 'ECONNREFUSED', '250', '250', '250'])
  expect(await captured()).toMatchObject({ texts: textsUntil(3), accepted: 3 })
})

test(
  'what two servers journal, each in an order of its own and with every trouble, is kept once',
  { tags: ['whole'] },
  async () => {
    const reports = 12
    const [one, other] = [openServer(reports), openServer(reports, { mailsPerConnection: 3 })]
    other.queue.reverse()
    for (const server of [one, other])
      for (let index = 0; index < reports; index += 4)
        server.troubles.push('answer lost', 'cut within', 'cut at the end')
    await Promise.all([one.deliver(), other.deliver()])
    expect([one.receipts.length, other.receipts.length]).toEqual([reports, reports])
    expect([...one.bounces, ...other.bounces]).toEqual([])
    expect(await captured()).toMatchObject({ texts: textsUntil(reports), accepted: reports, refused: 0 })
  },
)

const setAccount = (settings: Record<string, unknown>) =>
  inOurs((tx) =>
    tx
      .updateTable('channel_account')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', tenant.accounts.proofpoint)
      .execute(),
  )
const remove = () =>
  inOurs((tx) =>
    tx
      .updateTable('channel_account')
      .set({ status: 'inactive' })
      .where('id', '=', tenant.accounts.proofpoint)
      .execute(),
  )

test.each([
  {
    why: 'comes unencrypted where encryption is required',
    prepare: () => setAccount({ requireTls: true }),
    over: { isPlain: true } as const,
    answer: '530',
    reason: '5.7.0 Issue STARTTLS first',
  },
  {
    why: 'comes from another network',
    prepare: () => setAccount({ networks: ['192.0.2.0/24'] }),
    answer: '550',
    reason: '5.7.1 This sender may not deliver here',
  },
  {
    why: 'is for a removed account',
    prepare: remove,
    answer: '550',
    reason: '5.1.1 There is no such recipient here',
  },
])(
  'a mail that $why is bounced by its server, and counted by us',
  async ({ prepare, over, answer, reason }) => {
    await prepare()
    const server = openServer(1, over)
    const [mail] = server.queue
    await server.deliver()
    expect(server.bounces).toEqual([{ mail, answer: `${answer} ${reason}` }])
    expect(await captured()).toEqual({ texts: [], accepted: 0, duplicate: 0, refused: 1 })
    const refused = await inOurs((tx) =>
      tx.selectFrom('refused_delivery').select(['reason', 'remote']).execute(),
    )
    expect(refused).toEqual([{ reason, remote: '127.0.0.1' }])
  },
)

test('a server that encrypts delivers where encryption is required', async () => {
  await setAccount({ requireTls: true, networks: ['127.0.0.1'] })
  const server = openServer(1)
  await server.deliver()
  expect(await captured()).toMatchObject({ texts: textsUntil(1), refused: 0 })
})

test('a server that gives up reports what it could not deliver', async () => {
  const server = openServer(1, { port: 1, backOffMs: [hourMs], expiresMs: 3 * hourMs })
  const [mail] = server.queue
  await server.deliver()
  expect(server.outcomes).toEqual(Array(4).fill('ECONNREFUSED'))
  expect(server.bounces).toEqual([{ mail, answer: '4.4.7 expired' }])
})
