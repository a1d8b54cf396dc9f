import type { Webhook } from '#channels/connector.ts'
import { Failure } from '#kernel/failure.ts'
import { sameSecret } from '#platform/crypto.ts'
import { botOf } from './bot.ts'
import { connectionRoute, ownerRoute } from './keys.ts'
import { updateOf } from './update.ts'

/**
 * The deliveries to a bot. Telegram sends the secret that we chose with each; nothing else shows that it is from Telegram. An
 * answer with a body could hold a call of the interface, so ours is empty.
 */
export const botWebhook: Webhook = {
  acknowledgement: { status: 200 },
  keptHeaders: ['content-type'],

  verify({ method, headers }, account) {
    const given = headers['x-telegram-bot-api-secret-token']
    if (!given) throw new Failure('capture.no-signature')
    if (method !== 'POST' || !sameSecret(given, botOf(account).webhookSecret))
      throw new Failure('capture.bad-signature')
  },

  routesOf({ body }) {
    const update = updateOf(body)
    if (!update) return []
    const {
      business_connection: connection,
      business_message,
      edited_business_message,
      deleted_business_messages,
    } = update
    // Only the connection says whose chat it is: the author of a message may be another of our people.
    if (connection) return [ownerRoute(connection.user.id)]
    const id = (business_message ?? edited_business_message ?? deleted_business_messages)
      ?.business_connection_id
    return id ? [connectionRoute(id)] : []
  },
}
