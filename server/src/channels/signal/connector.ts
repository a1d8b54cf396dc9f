import { createHash } from 'node:crypto'
import type { ChannelConnector } from '#channels/connector.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import { daemonCollection } from './collection.ts'
import { eventsOf } from './events.ts'
import { newIdentityIn } from './identities.ts'
import { fetchMedia } from './media.ts'
import { daemonRoster, rosterEventOf } from './roster.ts'

/** Signal, through a signal-cli daemon of the operator: Signal has no interface for businesses. */
export const signal: ChannelConnector = {
  channel: 'signal',
  application: 'signal',
  identityOf: (address) => phoneIdentity(address),
  rawKey: ({ body, sha256 = createHash('sha256').update(body).digest() }) =>
    `sha256:${Buffer.from(sha256).toString('hex')}`,
  parse(stored, account) {
    const asked = rosterEventOf(stored, account) ?? newIdentityIn(stored, account)
    return asked ? [asked] : eventsOf(stored, account)
  },
  media: { fetch: fetchMedia },
  roster: daemonRoster,
  oneReaction: true,
  // In its usual mode the daemon confirms messages to Signal while no one listens, and hands them to no one.
  keepsForMs: ({ SIGNAL_RECEIVE_MODE: mode }) => (mode === 'manual' ? 30 * 24 * 60 * 60_000 : undefined),
  collection: daemonCollection(),
}
