import { Pool } from 'undici'
import type { SignedWebhook } from './twilio-traffic.ts'

/** The answer of an endpoint. */
interface WebhookAnswer {
  readonly status: number
  /** The endpoint already had the same bytes. */
  readonly duplicate: boolean
}

/** Posts webhooks over connections that stay open, as a provider does. */
export interface WebhookSender extends AsyncDisposable {
  /** @throws Error if no answer came: the delivery may or may not be stored. */
  send(webhook: SignedWebhook): Promise<WebhookAnswer>
}

/** @param timeoutMs How long an answer may take. */
export function openWebhookSender(
  origin: string,
  { connections, timeoutMs = 15_000 }: { connections: number; timeoutMs?: number },
): WebhookSender {
  const pool = new Pool(origin, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  return {
    async send({ path, headers, body }) {
      const answer = await pool.request({ method: 'POST', path, headers, body })
      await answer.body.dump()
      return { status: answer.statusCode, duplicate: answer.headers['x-capture'] === 'duplicate' }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
