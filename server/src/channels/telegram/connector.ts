import { createHash } from 'node:crypto'
import type { ChannelConnector } from '#channels/connector.ts'
import { receivingBot } from './bot.ts'
import { botConnection } from './connection.ts'
import { eventsOf } from './events.ts'
import { identify } from './identity.ts'
import { fetchFile, fileAt } from './media.ts'
import { pollBot } from './polling.ts'
import { askedStatement, botStandings } from './standings.ts'
import { updateOf } from './update.ts'
import { botWebhook } from './webhook.ts'

/**
 * Telegram, through a bot of the organization: people connect it to their own chats, and it may be a member of groups. It sees no
 * more than each of them lets it see.
 */
export const telegram: ChannelConnector = {
  channel: 'telegram',
  application: 'telegram',
  identityOf: identify,
  /** Updates are numbered by bot, and an account has one bot. */
  rawKey({ body, sha256 = createHash('sha256').update(body).digest() }) {
    const id = updateOf(body)?.update_id
    return id === undefined ? `sha256:${Buffer.from(sha256).toString('hex')}` : `update:${id}`
  },
  parse(stored, account) {
    const asked = askedStatement(stored, account)
    return asked ? [asked] : eventsOf(stored.body, account)
  },
  webhook: botWebhook,
  media: {
    fetch: (url, account, limits) => fetchFile(url, receivingBot(account).token, limits),
    fileAt,
  },
  connection: botConnection,
  standings: botStandings,
  collection: pollBot(),
  keepsForMs: 24 * 60 * 60_000,
  claim: {
    mayExclude: true,
    stepOf: ({ address }, token) => ({
      kind: 'open',
      value: `https://t.me/${address.value.replace(/^@/, '')}?start=${token}`,
    }),
  },
}
