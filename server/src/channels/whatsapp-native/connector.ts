import { createHash } from 'node:crypto'
import type { ChannelConnector } from '#channels/connector.ts'
import { linkedCollection } from './collection.ts'
import { eventsOf } from './events.ts'
import { identify } from './jid.ts'
import { fetchMedia } from './media.ts'
import { fileAt } from './medium-address.ts'
import { openVotes } from './votes.ts'

/** WhatsApp on a person's own phone: Verbatim is one of the devices that its owner linked to it, and sees what the owner sees. */
export const whatsappnative: ChannelConnector = {
  channel: 'whatsappnative',
  application: 'whatsapp',
  identityOf: identify,
  rawKey: ({ body, sha256 = createHash('sha256').update(body).digest() }) =>
    `sha256:${Buffer.from(sha256).toString('hex')}`,
  parse: ({ body }, account) => eventsOf(body, account),
  openVotes,
  oneReaction: true,
  keepsForMs: 30 * 24 * 60 * 60_000,
  givesHistory: true,
  media: { fetch: (url, _account, limits) => fetchMedia(url, limits), fileAt },
  // The library takes a second to load, and only the process that holds the connection needs it.
  collection: linkedCollection(async (options) => (await import('./baileys.ts')).openBaileys(options)),
}
