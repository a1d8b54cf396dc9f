import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChannelConnector, Reader, ReadingLimits } from '#channels/connector.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { readJournalMail } from './journal-mail.ts'
import { toJournalMessage } from './message.ts'
import { openMailParser } from './parse-worker.ts'

/** The conditions under which an account accepts mail. */
const Settings = z.object({
  networks: z.array(z.string()).optional(),
  senders: z.array(z.string()).optional(),
  requireTls: z.boolean().optional(),
})

const Secrets = z.object({ smtpPassword: z.string().optional() })

/** The archive journal, which receives mails over SMTP. */
export const proofpoint: ChannelConnector = {
  channel: 'proofpoint',
  identityOf: mailIdentity,
  rawKey: ({ body, sha256 = createHash('sha256').update(body).digest() }) =>
    `sha256:${Buffer.from(sha256).toString('hex')}`,
  parse: ({ body }, account) => [toJournalMessage(readJournalMail(body), account)],
  smtp: {
    admissionOf({ settings, secrets }) {
      const { networks, senders, requireTls } = Settings.parse(settings)
      const { smtpPassword } = Secrets.parse(secrets)
      // An empty list restricts nothing, as the screen says.
      return {
        ...(networks?.length && { networks }),
        ...(senders?.length && { senders }),
        ...(requireTls && { requireTls }),
        ...(smtpPassword && { password: smtpPassword }),
      }
    },
  },
  canary: { by: 'mail' },
  openReader: openJournalReader,
}

/** Reads mails in separate threads, so that no mail can harm another delivery. */
function openJournalReader(limits: ReadingLimits): Reader {
  const parser = openMailParser(limits)
  return {
    identityOf: mailIdentity,
    parse: async ({ body }, account) => [toJournalMessage(await parser.parse(body), account)],
    close: () => parser.close(),
  }
}
