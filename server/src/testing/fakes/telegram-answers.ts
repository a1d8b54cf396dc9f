import type { ServerResponse } from 'node:http'

export interface Failing {
  readonly status: number
  readonly description: string
  readonly retryAfter?: number
}

export const done = (answer: ServerResponse, result: unknown) => reply(answer, 200, { ok: true, result })

export function fail(answer: ServerResponse, { status, description, retryAfter }: Failing): void {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
  reply(answer, status, { ok: false, error_code: status, description, ...parameters })
}

function reply(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What `getWebhookInfo` says. */
export const webhookInfo = ({ webhook, undelivered: { pending, failedAt } }: Webhook) => ({
  url: webhook.url,
  has_custom_certificate: false,
  pending_update_count: pending,
  ...(failedAt !== undefined && {
    last_error_date: failedAt,
    last_error_message: 'Wrong response from the webhook: 502 Bad Gateway',
  }),
})

interface Webhook {
  readonly webhook: { readonly url: string }
  readonly undelivered: { readonly pending: number; readonly failedAt?: number }
}
