import type { Webhook } from '#channels/connector.ts'
import { Failure } from '#kernel/failure.ts'
import { sameSecret } from '#platform/crypto.ts'
import { webhookKeyOf } from './settings.ts'

/**
 * The agent's deliveries. It neither signs them nor sends a header of our choice, so the address we register holds a secret.
 * The agent ignores the answer, and never delivers again.
 */
export const agentWebhook: Webhook = {
  acknowledgement: { status: 200 },
  keptHeaders: ['content-type', 'user-agent'],

  verify({ url, method }, account) {
    const key = new URLSearchParams(url.split('#', 1)[0]?.split('?').slice(1).join('?')).get('key')
    if (!key) throw new Failure('capture.no-signature')
    // The agent only posts; of a GET we would keep the query, and the key with it.
    if (method !== 'POST' || !sameSecret(key, webhookKeyOf(account)))
      throw new Failure('capture.bad-signature')
  },
}

/** The address to register at the agent. */
export const keyedAddress = (webhookUrl: string, key: string) =>
  `${webhookUrl}?key=${encodeURIComponent(key)}`
