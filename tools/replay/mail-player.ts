import { type ArchivedMail, readMails } from '@verbatim/server/testing/traffic/mail-archive.ts'
import {
  type MailAnswer,
  type MailSender,
  openMailSender,
  withLineEnds,
} from '@verbatim/server/testing/traffic/mail-sender.ts'
import type { MailReplay } from './options.ts'
import type { Outcome, Player } from './play.ts'

/** An endpoint may require a new connection after this many mails. */
const mailsPerConnection = 500

/** Plays mails over SMTP to one journal; each lane has its own connection, which is reopened after an error. */
export function openMailPlayer({ file, host, port, to }: MailReplay): Player<ArchivedMail> {
  const senders = new Map<number, { sender: MailSender; mails: number }>()
  async function senderOf(lane: number): Promise<MailSender> {
    const known = senders.get(lane)
    if (known && known.mails < mailsPerConnection) {
      known.mails += 1
      return known.sender
    }
    await forget(lane)
    const sender = await openMailSender({ host, port })
    senders.set(lane, { sender, mails: 1 })
    return sender
  }
  async function forget(lane: number): Promise<void> {
    const known = senders.get(lane)
    senders.delete(lane)
    await known?.sender[Symbol.asyncDispose]()
  }
  return {
    conversations: alone(readMails(file)),
    async deliver({ bytes }, lane) {
      try {
        const sender = await senderOf(lane)
        const answer = await sender.send(to, withLineEnds(bytes))
        if (answer.code === 421) await forget(lane)
        return outcomeOf(answer)
      } catch (error) {
        await forget(lane)
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      for (const lane of senders.keys()) await forget(lane)
    },
  }
}

function* alone(mails: Iterable<ArchivedMail>): Generator<[ArchivedMail]> {
  for (const mail of mails) yield [mail]
}

function outcomeOf({ code, text }: MailAnswer): Outcome {
  if (code === 250) return / known as /.test(text) ? 'duplicate' : 'accepted'
  return code < 500 ? 'later' : 'refused'
}
