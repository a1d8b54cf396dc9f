import { isIP } from 'node:net'
import { z } from 'zod'
import type { CallLimits } from '#channels/provider-calls.ts'
import { isReachable } from '#platform/public-fetch.ts'
import { allowedUpdates } from './allowed-updates.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { type BotUnanswered, callBot } from './api.ts'

/** The webhook of a bot as Telegram has it. While it has one, the bot's updates cannot be fetched. */
const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.number().default(0),
  /** In seconds since 1970. */
  last_error_date: z.number().optional(),
})

const maxConnections = 40
/** Telegram calls no other ones. */
const ports = new Set(['', '80', '88', '443', '8443'])

/** Whether Telegram can call an address: over https, at a public name. Whether the name leads here, only a call can show. */
export function isCallable(address: string): boolean {
  const url = new URL(address)
  const { hostname, port } = url
  const isNamed = hostname.includes('.') && !/\.(?:localhost|local|internal)$/.test(hostname)
  return isReachable(url) && ports.has(port) && (isNamed || isIP(hostname) === 4)
}

export const findWebhook = (token: string, limits: CallLimits) =>
  callBot(token, { method: 'getWebhookInfo', schema: WebhookInfo }, limits)

export async function setWebhook(
  { token, webhookSecret }: { readonly token: string; readonly webhookSecret: string },
  url: string,
  limits: CallLimits,
): Promise<{ readonly outcome: 'done' } | Unanswered> {
  // Updates that wait at Telegram are kept: they are what we have missed.
  const params = {
    url,
    secret_token: webhookSecret,
    allowed_updates: allowedUpdates,
    max_connections: maxConnections,
  }
  const set = await callBot(token, { method: 'setWebhook', params, schema: z.literal(true) }, limits)
  if (set.outcome === 'done') return { outcome: 'done' }
  // Telegram calls only public addresses over https, at some ports.
  if (set.outcome === 'refused' && /webhook|url/i.test(set.description ?? '')) return refused('host-refused')
  return asOutcome(set)
}

/**
 * Takes down the webhook if it is one of `ours`. Updates that wait are kept.
 * @returns What keeps us from it; undefined if Telegram no longer delivers to us.
 */
export async function removeWebhook(
  token: string,
  ours: readonly (string | undefined)[],
  limits: CallLimits,
): Promise<BotUnanswered | undefined> {
  const current = await findWebhook(token, limits)
  if (current.outcome !== 'done') return current
  if (current.value.url === '' || !ours.includes(current.value.url)) return undefined
  const removed = await callBot(token, { method: 'deleteWebhook', schema: z.literal(true) }, limits)
  return removed.outcome === 'done' ? undefined : removed
}

/** Without Telegram's own words. */
export function asOutcome(unanswered: BotUnanswered): Unanswered {
  return unanswered.outcome === 'refused' ? refused(unanswered.reason) : unanswered
}
