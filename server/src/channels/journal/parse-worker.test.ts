import { afterEach, expect, test } from 'vitest'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { readJournalMail } from './journal-mail.ts'
import { type MailParser, type MailParserOptions, openMailParser } from './parse-worker.ts'

let parser: MailParser | undefined
afterEach(() => parser?.close())

const open = (options: Partial<MailParserOptions> = {}) => {
  parser = openMailParser({ threads: 2, timeoutMs: 10_000, memoryMb: 64, ...options })
  return parser
}
const mail = (subject: string) =>
  Buffer.from(
    mailText({
      from: 'ann@acme.test',
      subject,
      body: 'Hello',
      attachments: [{ name: 'a.bin', type: 'application/octet-stream', bytes: Buffer.from([1, 2, 3]) }],
    }),
  )
/** A mail whose headers are a long list of people: more than a small heap bears. */
const heavy = Buffer.from(
  `From: ann@acme.test\r\nTo: ${'"Somebody with a name" <somebody@client.test>, '.repeat(20_000)}\r\n\r\n${'Word '.repeat(6_000_000)}`,
)

/** A mail of three million lines: seconds of work. */
const long = Buffer.from(`From: ann@acme.test\r\n\r\n${'x\r\n'.repeat(3_000_000)}`)

test('another thread reads a mail as this one does', async () => {
  for (const bytes of [
    mail('one'),
    Buffer.from(exchangeReport(['Sender: ann@acme.test'], mail('two').toString())),
  ]) {
    expect(await open().parse(bytes)).toEqual(await readJournalMail(bytes))
  }
})

test('many mails are read at once, each to its own answer', async () => {
  const open2 = open()
  const read = await Promise.all(Array.from({ length: 50 }, (_, at) => open2.parse(mail(`mail ${at}`))))
  expect(read.map(({ mail: { subject } }) => subject)).toEqual(
    Array.from({ length: 50 }, (_, at) => `mail ${at}`),
  )
})

test('a mail that takes too long is poisoned, and only that one', async () => {
  const slow = open({ threads: 1, timeoutMs: 400 })
  const before = await slow.parse(mail('before')).catch((error: unknown) => error)
  const [poisoned, after] = await Promise.allSettled([slow.parse(long), slow.parse(mail('after'))])
  expect(before).toHaveProperty('mail')
  expect(poisoned).toMatchObject({ status: 'rejected', reason: { name: 'PoisonedMail', reason: 'timeout' } })
  expect(after).toMatchObject({ status: 'fulfilled', value: { mail: { subject: 'after' } } })
})

test('a mail that kills its thread is poisoned, and only that one', async () => {
  const small = open({ threads: 1, memoryMb: 12 })
  const [poisoned, after] = await Promise.allSettled([small.parse(heavy), small.parse(mail('after'))])
  expect(poisoned).toMatchObject({ status: 'rejected', reason: { name: 'PoisonedMail', reason: 'crash' } })
  expect(after).toMatchObject({ status: 'fulfilled', value: { mail: { subject: 'after' } } })
})

test('closing answers everybody who waits', async () => {
  const closing = open({ threads: 1 })
  const waiting = Promise.allSettled([closing.parse(heavy), closing.parse(mail('next'))])
  await closing.close()
  for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { reason: 'closed' } })
  await expect(closing.parse(mail('late'))).rejects.toMatchObject({ reason: 'closed' })
})
