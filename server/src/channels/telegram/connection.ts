import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { CallLimits, CheckOutcome, Connection } from '#channels/provider-calls.ts'
import { callBot, refused, type Unanswered } from './api.ts'
import { botOf } from './bot.ts'
import { identify } from './identity.ts'

const Me = z.object({
  id: z.number(),
  username: z.string(),
  can_connect_to_business: z.boolean().optional(),
})
const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.number().default(0),
  /** In seconds since 1970. */
  last_error_date: z.number().optional(),
})

/** An error counts while updates wait and it is not older than this: Telegram tries again at least every two minutes. */
const errorCountsMs = 5 * 60_000

/** Everything that we read: without a list, Telegram leaves out reactions and members. */
const allowedUpdates = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'message_reaction',
  'message_reaction_count',
  'my_chat_member',
  'chat_member',
]

const maxConnections = 40

/** Makes Telegram deliver what a bot receives. */
export const botConnection: Connection = {
  async connect(account, webhookUrl, limits) {
    const {
      token,
      webhookSecret = randomBytes(32).toString('base64url'),
      webhookUrl: earlier,
    } = botOf(account)
    if (!token) return refused('not-configured')
    const me = await callBot(token, { method: 'getMe', schema: Me }, limits)
    if (me.outcome !== 'done') return asOutcome(me)
    if (identify(`@${me.value.username}`).value !== account.address.value) return refused('address-differs')
    if (!me.value.can_connect_to_business) return refused('cannot-receive')
    const current = await callBot(token, { method: 'getWebhookInfo', schema: WebhookInfo }, limits)
    if (current.outcome !== 'done') return asOutcome(current)
    // Telegram delivers to one place only, and what another application would miss could not be given back.
    if (!['', webhookUrl, earlier].includes(current.value.url)) return refused('delivered-elsewhere')
    const set = await setWebhook({ token, webhookSecret }, webhookUrl, limits)
    if (set.outcome !== 'done') return set
    return {
      outcome: 'done',
      settings: { botId: String(me.value.id), webhookUrl },
      secrets: { webhookSecret },
    }
  },

  async check(account, webhookUrl, limits) {
    const { token, webhookSecret } = botOf(account)
    // It was never connected here.
    if (!token || !webhookSecret) return { outcome: 'retry', reason: 'not-configured' }
    const current = await callBot(token, { method: 'getWebhookInfo', schema: WebhookInfo }, limits)
    if (current.outcome !== 'done') return asOutcome(current)
    const { url, pending_update_count: pending, last_error_date: failedAt } = current.value
    if (url === '') return setWebhook({ token, webhookSecret }, webhookUrl, limits)
    // Also if it is an earlier address of ours: a copy of this installation must not take what the first one receives.
    if (url !== webhookUrl) return refused('delivered-elsewhere')
    const isFailing =
      pending > 0 && failedAt !== undefined && limits.now.getTime() - failedAt * 1000 < errorCountsMs
    return isFailing ? refused('cannot-deliver') : { outcome: 'done' }
  },

  async disconnect(account, webhookUrl, limits) {
    const { token, webhookUrl: earlier } = botOf(account)
    if (!token) return { outcome: 'done' }
    const removed = await removeOurs(token, [webhookUrl, earlier], limits)
    // A token that was revoked delivers nothing to anyone.
    const isGone = removed?.outcome === 'refused' && removed.reason === 'credentials-refused'
    return !removed || isGone ? { outcome: 'done' } : asOutcome(removed)
  },
}

async function setWebhook(
  { token, webhookSecret }: { readonly token: string; readonly webhookSecret: string },
  url: string,
  limits: CallLimits,
): Promise<CheckOutcome> {
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

/** @returns What keeps us from it; undefined if Telegram no longer delivers to us. */
async function removeOurs(
  token: string,
  ours: readonly (string | undefined)[],
  limits: CallLimits,
): Promise<Unanswered | undefined> {
  const current = await callBot(token, { method: 'getWebhookInfo', schema: WebhookInfo }, limits)
  if (current.outcome !== 'done') return current
  if (current.value.url === '' || !ours.includes(current.value.url)) return undefined
  const removed = await callBot(token, { method: 'deleteWebhook', schema: z.literal(true) }, limits)
  return removed.outcome === 'done' ? undefined : removed
}

/** Without Telegram's own words. */
function asOutcome(unanswered: Unanswered): Exclude<CheckOutcome, { outcome: 'done' }> {
  return unanswered.outcome === 'refused' ? refused(unanswered.reason) : unanswered
}
