import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReadingLimits } from '#channels/connector.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { readJournalMail } from './journal-mail.ts'
import { type MailParser, openMailParser } from './parse-worker.ts'

let parser: MailParser | undefined
afterEach(async () => {
  vi.useRealTimers()
  await parser?.close()
})

const open = (options: Partial<ReadingLimits> = {}) => {
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
test(
  'a worker thread reads a mail with the same result as the main thread',
  { tags: ['whole'] },
  async () => {
    for (const bytes of [
      mail('one'),
      Buffer.from(exchangeReport(['Sender: ann@acme.test'], mail('two').toString())),
    ]) {
      expect(await open().parse(bytes)).toEqual(readJournalMail(bytes))
    }
  },
)

test('many mails are read at once, each to its own answer', { tags: ['whole'] }, async () => {
  const open2 = open()
  const read = await Promise.all(Array.from({ length: 50 }, (_, at) => open2.parse(mail(`mail ${at}`))))
  expect(read.map(({ mail: { subject } }) => subject)).toEqual(
    Array.from({ length: 50 }, (_, at) => `mail ${at}`),
  )
})

const moody = new URL('../../testing/fakes/moody-parse-thread.ts', import.meta.url)

test.each(
  shareOf(
    [
      ['never ends', 'sleep', 'timeout'],
      ['ends its thread', 'die', 'crash'],
      ['meets a bug', 'fail', 'crash'],
      ['fills its memory', 'fill', 'crash'],
    ],
    3,
  ),
)('a mail that %s is poisoned, and only that one', async (_, word, reason) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = open({ threads: 1, timeoutMs: 10_000, memoryMb: 24, program: moody })
  const asked = [mail('before'), Buffer.from(`${word} now`), mail('after')].map((one) => pool.parse(one))
  const outcomes = Promise.allSettled(asked)
  await asked[0]
  // The time passes for the poisoned mail alone: it is read now.
  if (reason === 'timeout') vi.advanceTimersByTime(10_000)
  const [before, poisoned, after] = await outcomes
  expect(before).toMatchObject({ status: 'fulfilled', value: { mail: { subject: 'before' } } })
  expect(poisoned).toMatchObject({ status: 'rejected', reason: { name: 'PoisonedMail', reason } })
  expect(after).toMatchObject({ status: 'fulfilled', value: { mail: { subject: 'after' } } })
})

test('closing answers all waiting callers', async () => {
  const closing = open({ threads: 1, program: moody })
  const waiting = Promise.allSettled([closing.parse(Buffer.from('sleep now')), closing.parse(mail('next'))])
  await closing.close()
  for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { reason: 'closed' } })
  await expect(closing.parse(mail('late'))).rejects.toMatchObject({ reason: 'closed' })
})

test('a long mail takes time in proportion to its length, and little memory', async () => {
  const count = isWhole ? 500_000 : 100_000
  const lines = Buffer.from(`From: ann@acme.test\r\n\r\n${'a short line\r\n'.repeat(count)}`)
  const { mail: read } = await open({ threads: 1, memoryMb: 128 }).parse(lines)
  expect(read.read).toBe('whole')
  expect(read.text).toHaveLength(13 * count - 1)
})
