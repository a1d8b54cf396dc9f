import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, Connection } from '#channels/provider-calls.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { callBot } from './api.ts'
import { botOf } from './bot.ts'
import { identify } from './identity.ts'
import { asOutcome, findWebhook, isCallable, removeWebhook, setWebhook } from './telegram-webhook.ts'

const Me = z.object({
  id: z.number(),
  username: z.string(),
  can_connect_to_business: z.boolean().optional(),
})

/** An error counts while updates wait and it is not older than this: Telegram tries again at least every two minutes. */
const errorCountsMs = 5 * 60_000

/** Makes Telegram deliver what a bot receives, or keep it until it is fetched (`polling.ts`). */
export const botConnection: Connection = {
  async connect(account, webhookUrl, limits) {
    const {
      token,
      webhookSecret = randomBytes(32).toString('base64url'),
      webhookUrl: earlier,
      fetchesUpdates: isChosen,
    } = botOf(account)
    if (!token) return refused('not-configured')
    const me = await findMe(account, token, limits)
    if (me.outcome !== 'done') return me
    const ours = ['', webhookUrl, earlier]
    const current = await findWebhook(token, limits)
    if (current.outcome !== 'done') return asOutcome(current)
    // Telegram delivers to one place only, and what another application would miss could not be given back.
    if (!ours.includes(current.value.url)) return refused('delivered-elsewhere')
    const { botId } = me
    if (isChosen || !isCallable(webhookUrl)) {
      const kept = await removeWebhook(token, ours, limits)
      if (kept) return asOutcome(kept)
      return { outcome: 'done', settings: { botId, isPolled: true }, isCollected: true }
    }
    const set = await setWebhook({ token, webhookSecret }, webhookUrl, limits)
    if (set.outcome !== 'done') return set
    return {
      outcome: 'done',
      settings: { botId, webhookUrl, isPolled: false },
      secrets: { webhookSecret },
    }
  },

  async check(account, webhookUrl, limits) {
    const { token, webhookSecret, isPolled } = botOf(account)
    // It was never connected here, or the process that fetches its updates knows its state.
    if (isPolled || !token || !webhookSecret) return { outcome: 'not-asked' }
    const me = await findMe(account, token, limits)
    if (me.outcome !== 'done') return me
    const current = await findWebhook(token, limits)
    if (current.outcome !== 'done') return asOutcome(current)
    const { url, pending_update_count: pending, last_error_date: failedAt } = current.value
    if (url === '')
      return (await limits.isUnchanged())
        ? setWebhook({ token, webhookSecret }, webhookUrl, limits)
        : { outcome: 'not-asked' }
    // Also if it is an earlier address of ours: a copy of this installation must not take what the first one receives.
    if (url !== webhookUrl) return refused('delivered-elsewhere')
    const isFailing =
      pending > 0 && failedAt !== undefined && limits.now.getTime() - failedAt * 1000 < errorCountsMs
    return isFailing ? refused('cannot-deliver') : { outcome: 'done' }
  },

  async disconnect(account, webhookUrl, limits) {
    const { token, webhookUrl: earlier } = botOf(account)
    if (!token) return { outcome: 'done' }
    const removed = await removeWebhook(token, [webhookUrl, earlier], limits)
    // A token that was revoked delivers nothing to anyone.
    const isGone = removed?.outcome === 'refused' && removed.reason === 'credentials-refused'
    return !removed || isGone ? { outcome: 'done' } : asOutcome(removed)
  },
}

/** The bot of this token, if it is the account's and receives what is written to its owner. */
async function findMe(
  account: ChannelAccount,
  token: string,
  limits: CallLimits,
): Promise<Unanswered | { readonly outcome: 'done'; readonly botId: string }> {
  const me = await callBot(token, { method: 'getMe', schema: Me }, limits)
  if (me.outcome !== 'done') return asOutcome(me)
  if (identify(`@${me.value.username}`).value !== account.address.value) return refused('address-differs')
  if (!me.value.can_connect_to_business) return refused('cannot-receive')
  return { outcome: 'done', botId: String(me.value.id) }
}
