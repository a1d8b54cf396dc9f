import type { IncomingMessage, ServerResponse } from 'node:http'
import { failed, listed, pageOf, sidOf } from './twilio-rest.ts'

/** A delivery that failed. */
interface FailedDelivery {
  readonly ErrorCode: string
  readonly ErrorUrl: string
  readonly at: Date
}

/** Twilio's Debugger: the webhooks that it could not fetch. */
export class FakeTwilioAlerts {
  readonly errors: FailedDelivery[] = []
  /** Whether the credentials may read them. */
  isRefused = false
  isAway = false
  readonly #accountSid: string

  constructor(accountSid: string) {
    this.#accountSid = accountSid
  }

  isAskedFor({ pathname }: URL): boolean {
    return pathname === '/v1/Alerts'
  }

  serve(url: URL, _: IncomingMessage, answer: ServerResponse): void {
    if (this.isRefused) return failed(answer, 401, 20003)
    if (this.isAway) return failed(answer, 503, 20500)
    const since = Date.parse(url.searchParams.get('StartDate') ?? '')
    const alerts = this.errors
      .filter(({ at }) => !(at.getTime() < since))
      .map(({ ErrorCode, ErrorUrl, at }) => ({
        sid: sidOf('NO', at.getTime()),
        account_sid: this.#accountSid,
        error_code: ErrorCode,
        log_level: 'error',
        request_url: ErrorUrl,
        date_generated: at.toISOString(),
        date_created: at.toISOString(),
      }))
    listed(answer, 'monitor', 'alerts', pageOf(url, alerts.toReversed(), 1000))
  }
}
