/** Sends mails, all prepared before the clock starts. Run by `journal.ts` in a separate process. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mailText } from '@verbatim/server/testing/fakes/mail.ts'
import { openMailSender } from '@verbatim/server/testing/traffic/mail-sender.ts'
import { makeMessages, seeded } from './texts.ts'

export interface MailLoad {
  readonly port: number
  readonly to: string
  readonly mails: number
  readonly connections: number
}

const [{ port, to, mails, connections }] = (await once(process, 'message')) as [MailLoad]
const run = randomBytes(6).toString('hex')
const texts = makeMessages(seeded(20_261_126), mails)
const waiting = texts.map((body, index) =>
  Buffer.from(
    mailText({
      from: 'ann@client.example',
      to: 'rita@acme.example',
      subject: 'Terms',
      date: 'Thu, 14 May 2026 08:00:00 +0000',
      messageId: `<${run}.${index}@client.example>`,
      body,
    }),
  ),
)
const senders = await Promise.all(
  Array.from({ length: connections }, () => openMailSender({ host: '127.0.0.1', port })),
)
const began = performance.now()
let next = 0
await Promise.all(
  senders.map(async (sender) => {
    for (let mail = waiting[next++]; mail; mail = waiting[next++]) {
      const { code, text } = await sender.send(to, mail)
      if (code !== 250) throw new Error(`A mail was answered ${code} ${text}`)
    }
  }),
)
process.send?.((1_000 * mails) / (performance.now() - began))
for (const sender of senders) await sender[Symbol.asyncDispose]()
process.disconnect()
