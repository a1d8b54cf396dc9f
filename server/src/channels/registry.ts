import type { Channel } from '@verbatim/contract/channels.ts'
import type { ChannelConnector } from './connector.ts'
import { journalConnector, proofpoint } from './journal/connector.ts'
import { type MailParserOptions, openMailParser } from './journal/parse-worker.ts'
import { sms, whatsapp } from './twilio/connector.ts'

/** The channels that have a door. A new one is a folder and a line here. */
const connectors: Readonly<Partial<Record<Channel, ChannelConnector>>> = { proofpoint, sms, whatsapp }

/** Our code for a channel, which reads mails in this thread; undefined for a channel that is only kept and shown. */
export function findConnector(channel: Channel): ChannelConnector | undefined {
  return connectors[channel]
}

/** The connectors of a process that reads what others have kept. */
export interface Readers {
  /** How many records are worth reading at once. */
  readonly atOnce: number
  find(channel: Channel): ChannelConnector | undefined
  close(): Promise<void>
}

/** As `findConnector`, but mails are read in threads of their own, so that one of them can harm no other delivery. */
export function openReaders(mails: MailParserOptions): Readers {
  const parser = openMailParser(mails)
  const journal = journalConnector((bytes) => parser.parse(bytes))
  return {
    atOnce: mails.threads,
    find: (channel) => (channel === 'proofpoint' ? journal : connectors[channel]),
    close: () => parser.close(),
  }
}
