import { createHash } from 'node:crypto'
import type { ChannelConnector } from '#channels/connector.ts'
import { Failure } from '#kernel/failure.ts'
import { type JournalMail, readJournalMail } from './journal-mail.ts'
import { toJournalMessage } from './message.ts'

/** Reads one mail: in this thread (`readJournalMail`) or in one that may die of it (`openMailParser`). */
export type ReadJournalMail = (bytes: Uint8Array) => JournalMail | Promise<JournalMail>

/** The archive journal, read in this thread. */
export const proofpoint = journalConnector(readJournalMail)

/**
 * The archive journal: mails that come over SMTP, whose door is `platform/smtp-intake.ts`. Nothing of it is ever
 * delivered over HTTP, so `verify` refuses all. `parse` fails only where `read` does.
 */
export function journalConnector(read: ReadJournalMail): ChannelConnector {
  return {
    channel: 'proofpoint',
    acknowledgement: { status: 204 },
    keptHeaders: [],
    verify() {
      throw new Failure('capture.bad-signature')
    },
    rawKey: ({ body, sha256 = createHash('sha256').update(body).digest() }) =>
      `sha256:${Buffer.from(sha256).toString('hex')}`,
    async parse({ body }, account) {
      return [toJournalMessage(await read(body), account)]
    },
  }
}
