import { z } from 'zod'
import type { Canary } from '#channels/provider-calls.ts'
import { accountPath, callRest } from './rest.ts'
import { restCredentialsOf } from './secrets.ts'

/**
 * A text message to the account's number, from another number of the organization. Over WhatsApp a business may write first only
 * with a template that was approved, so there is none. Source: Twilio, "Message resource".
 */
export const textCanary: Canary = {
  by: 'provider',
  async send(account, { from, text }, limits) {
    const credentials = restCredentialsOf(account.secrets)
    if (!credentials) return { outcome: 'refused', reason: 'not-configured' }
    const session = { credentials, limits }
    const form = { To: account.address.value, From: from, Body: text }
    const path = `${accountPath(session)}/Messages.json`
    const sent = await callRest(session, { host: 'api', path, form }, z.looseObject({ sid: z.string() }))
    if (sent.outcome === 'done') return { outcome: 'done' }
    if (sent.outcome === 'retry') return sent
    // A number that is not theirs, that may not write to this one, or that sends no texts.
    return { outcome: 'refused', reason: sent.reason === 'credentials-refused' ? sent.reason : 'refused' }
  },
}
