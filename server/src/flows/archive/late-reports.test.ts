/** A journal reports further recipients of a mail after the archive has got it. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const ann = 'ann@client.example'

/** One of the reports of the same mail, which says that it is to a colleague. */
async function report(...recipients: string[]): Promise<void> {
  const { tenant } = on
  const from = `rita@${tenant.label}.example`
  const mail = mailText({
    from,
    to: `ben@${tenant.label}.example`,
    subject: 'The offer',
    date: 'Thu, 14 May 2026 08:00:00 +0000',
    messageId: '<offer@acme.example>',
    body: 'Please see below',
  })
  await on.receive(exchangeReport([`Sender: ${from}`, ...recipients], mail))
}
const inside = () => `To: ben@${on.tenant.label}.example`
const colleague = () => `Bcc: cleo@${on.tenant.label}.example`
const client = `Bcc: ${ann}`

test('the recipients of a later report reach the archive, by one more mail', async () => {
  await on.configure()
  await report(inside())
  await on.send()
  await report(colleague())
  await on.send()
  await report(client)
  await on.send()
  // The same as before.
  await report(client)
  await report(inside())
  await on.send()
  const texts = on.archive.got.map(({ mail }) => mail.text ?? '')
  expect(texts.map((text) => [/cleo@/.test(text), text.includes(ann)])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
  const directions = on.archive.got.map(
    ({ mail }) => mail.headers.find(({ key }) => key === 'x-conv-direction')?.value,
  )
  expect(directions).toEqual(['internal', 'internal', 'outbound'])
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(3)
  const summary = (await on.admin.call('GET', `${on.url}/summary`)).json
  expect(summary).toMatchObject({ days: [{ captured: 1, accepted: 1 }], differences: [] })
})

test('a mail that no worker had names the recipients of all reports by then', async () => {
  await on.configure()
  await report(inside())
  await report(client)
  await on.send()
  expect(on.archive.got.map(({ mail }) => mail.text?.includes(ann))).toEqual([true])
})

test(
  'the recipients of a report after the mail of the day are in its supplement',
  { tags: ['whole'] },
  async () => {
    await on.configure({ delivery: 'conversation_day' })
    await report(inside())
    await on.pass(dayMs + 15 * minuteMs)
    await on.send()
    await report(client)
    await on.pass(30 * minuteMs)
    await on.send()
    expect(on.archive.got.map(({ mail: { text, subject } }) => [text?.includes(ann), subject])).toEqual([
      [false, expect.any(String)],
      [true, expect.stringMatching(/, supplement 2$/)],
    ])
  },
)
