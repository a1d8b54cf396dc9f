import { minuteMs } from '@verbatim/contract/durations.ts'
import { randomBytes } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewMail, queueMails, takeMails } from '#domains/mail/commands.ts'
import { findReceipts, findWaitingMails } from '#domains/mail/queries.ts'
import { createOrganization } from '#domains/organizations/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { makeSecrets } from '#platform/crypto.ts'
import { inTenant } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type MailServerFake, openMailServer } from '#testing/fakes/mail-server.ts'
import { sendMails } from './send-mails.ts'

let database: TestDatabase
let server: MailServerFake
let sender: MailSender
let tenantId: TenantId
let clock: Date

useTestDatabase((opened) => {
  database = opened
})
beforeEach(async () => {
  clock = new Date('2026-11-21T09:00:00Z')
  server = await openMailServer({ user: 'verbatim', password: 'p@ss:word' })
  sender = openMailSender(parseMailServer(server.url)!)
  tenantId = newId<TenantId>(new Date())
  await inTenant(database.db, tenantId, (tx) =>
    createOrganization(tx, { id: tenantId, label: `t${tenantId}`, name: 'Halden “Zürich”' }),
  )
})
afterEach(async () => {
  sender.close()
  await server[Symbol.asyncDispose]()
})

const ctx = () => ({
  db: database.db,
  secrets,
  log: silentLog,
  now: () => clock,
  mailFrom: 'no-reply@verbatim.example',
})
const secrets = makeSecrets(randomBytes(32))
const later = (ms: number) => void (clock = new Date(clock.getTime() + ms))
const send = () => sendMails(ctx(), sender, tenantId)
const queue = (...mails: Partial<NewMail>[]) =>
  inTenant(database.db, tenantId, (tx) =>
    queueMails(
      tx,
      ctx(),
      mails.map((mail) => ({
        to: 'ann@client.example',
        subject: 'Hello',
        text: 'The code is 123456.\n',
        kind: 'code',
        reference: { kind: 'thing', id: '1' },
        ...mail,
      })),
    ),
  )
const receipts = () => inTenant(database.db, tenantId, (tx) => findReceipts(tx, { kind: 'thing' }))

test('a queued mail is sent once, encrypted, and its text is erased', async () => {
  expect(await queue({ subject: 'Grüße\r\nBcc: x@evil.example' })).toBe(1)
  expect(await receipts()).toMatchObject([{ state: 'queued', attempts: 0 }])
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  const [mail] = server.received
  expect(server.received).toHaveLength(1)
  expect(mail).toMatchObject({
    to: 'ann@client.example',
    from: 'no-reply@verbatim.example',
    subject: 'Grüße Bcc: x@evil.example',
    text: 'The code is 123456.\n',
    encrypted: true,
  })
  const [receipt] = await receipts()
  expect(receipt).toMatchObject({ state: 'sent', attempts: 1, finishedAt: clock.toISOString() })
  expect(mail!.messageId).toBe(`<${receipt!.id}@verbatim.example>`)
  const rows = await inTenant(database.db, tenantId, (tx) => tx.selectFrom('mail').selectAll().execute())
  expect(rows[0]!.text_sealed).toBeNull()
})

test('waiting mails are sealed in the database, and only their installation can read them', async () => {
  await queue({})
  const [row] = await inTenant(database.db, tenantId, (tx) => tx.selectFrom('mail').selectAll().execute())
  expect(row!.text_sealed!.includes('123456')).toBe(false)
  const [waiting] = await inTenant(database.db, tenantId, (tx) => findWaitingMails(tx, secrets))
  expect(waiting).toMatchObject({ to: 'ann@client.example', text: 'The code is 123456.\n' })
})

test('mails with the same key are queued once, at once or later', async () => {
  expect(await queue({ dedupeKey: 'event 1' }, { dedupeKey: 'event 1' }, { dedupeKey: 'event 2' })).toBe(2)
  await send()
  expect(await queue({ dedupeKey: 'event 1' })).toBe(0)
  await send()
  expect(server.received).toHaveLength(2)
})

test('a failed transaction sends nothing', async () => {
  await inTenant(database.db, tenantId, async (tx) => {
    await queueMails(tx, ctx(), [{ to: 'a@b.example', subject: 's', text: 't', kind: 'notice' }])
    throw new Error('the work failed')
  }).catch(() => {})
  expect(await send()).toBe(0)
})

test('a temporarily refused mail is tried again after a minute, five, …, a day, and then given up', async () => {
  server.refuses = { code: 451, text: 'greylisted' }
  await queue({})
  for (const wait of [1, 5, 15, 60, 180, 360, 720, 1440]) {
    expect(await send()).toBe(1)
    const [receipt] = await receipts()
    expect(receipt).toMatchObject({ state: 'queued', reason: expect.stringContaining('greylisted') })
    // Up to a quarter less, so that mails which failed together are not sent together.
    const waitMs = Date.parse(receipt!.dueAt!) - clock.getTime()
    expect(waitMs).toBeLessThanOrEqual(wait * minuteMs)
    expect(waitMs).toBeGreaterThanOrEqual(0.75 * wait * minuteMs)
    later(waitMs - 1)
    expect(await send()).toBe(0)
    later(1)
  }
  expect(await send()).toBe(1)
  expect(await receipts()).toMatchObject([{ state: 'failed', attempts: 9 }])
})

test('a mail to an unknown recipient is given up at once, with the reason', async () => {
  server.refuses = { code: 550, text: 'no such user' }
  await queue({})
  await send()
  expect(await receipts()).toMatchObject([
    { state: 'failed', reason: expect.stringMatching(/550.*no such user/) },
  ])
})

test('an unavailable mail server or a wrong password delays mail and loses none', async () => {
  await queue({})
  const away = openMailSender(parseMailServer(`smtp://127.0.0.1:9`)!)
  await sendMails(ctx(), away, tenantId)
  away.close()
  expect(await receipts()).toMatchObject([{ state: 'queued', attempts: 1 }])
  later(minuteMs)
  const unknown = openMailSender(parseMailServer(`smtp://verbatim:wrong@127.0.0.1:${server.port}`)!)
  await sendMails(ctx(), unknown, tenantId)
  unknown.close()
  expect(await receipts()).toMatchObject([{ state: 'queued', attempts: 2 }])
  later(5 * minuteMs)
  await send()
  expect(await receipts()).toMatchObject([{ state: 'sent', attempts: 3 }])
})

test('a worker that was killed leaves the mail to another, once its lease has ended', async () => {
  await queue({})
  await inTenant(database.db, tenantId, (tx) => takeMails(tx, ctx(), 4))
  expect(await send()).toBe(0)
  later(5 * minuteMs)
  expect(await send()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('after a connection breaks before the answer, the mail is repeated with the same Message-ID', async () => {
  server.breaksOff = true
  await queue({})
  await send()
  server.breaksOff = false
  later(minuteMs)
  await send()
  expect(server.received.map(({ messageId }) => messageId)).toEqual([
    server.received[0]!.messageId,
    server.received[0]!.messageId,
  ])
  expect(await receipts()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('ten workers at once send each of fifty mails once', async () => {
  await queue(...Array.from({ length: 50 }, (_, i) => ({ to: `p${i}@client.example` })))
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while ((await send()) > 0);
    }),
  )
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(50)
  expect(server.received).toHaveLength(50)
})

test('no more mails are taken than requested, and a code is sent before many invitations', async () => {
  await queue(...Array.from({ length: 50 }, () => ({ kind: 'invitation' as const })))
  later(minuteMs)
  await queue({ to: 'bea@client.example' })
  const taken = await inTenant(database.db, tenantId, (tx) => takeMails(tx, ctx(), 4))
  expect(taken).toHaveLength(4)
  expect(taken.map(({ to }) => to)).toContain('bea@client.example')
})

test('an expired code is not sent', async () => {
  await queue({ uselessFrom: new Date(clock.getTime() + minuteMs) })
  later(minuteMs)
  expect(await send()).toBe(0)
  expect(await receipts()).toMatchObject([
    { state: 'failed', reason: expect.stringContaining('expired before it could be sent') },
  ])
})
