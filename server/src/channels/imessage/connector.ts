import { createHash } from 'node:crypto'
import type { ChannelConnector } from '#channels/connector.ts'
import { agentConnection } from './connection.ts'
import { eventsOf } from './events.ts'
import { eventOf, guidOf, keyOfEvent } from './fields.ts'
import { identify } from './identity.ts'
import { agentListing } from './listing.ts'
import { fetchMedia } from './media.ts'
import { agentOf } from './settings.ts'
import { agentWebhook } from './webhook.ts'

/** iMessage, through BlueBubbles Server on a Mac of the account's owner: Apple has no interface for reading it. */
export const imessage: ChannelConnector = {
  channel: 'imessage',
  application: 'imessage',
  identityOf: identify,
  rawKey({ body, sha256 = createHash('sha256').update(body).digest() }) {
    const hash = Buffer.from(sha256).toString('hex')
    const event = eventOf(body)
    const guid = guidOf(event?.data)
    return event && guid ? keyOfEvent({ type: event.type, guid }, hash) : `sha256:${hash}`
  },
  parse: ({ body }, account) => eventsOf(body, account),
  oneReaction: true,
  webhook: agentWebhook,
  media: { fetch: (url, account, limits) => fetchMedia(url, agentOf(account), limits) },
  listing: agentListing,
  connection: agentConnection,
}
