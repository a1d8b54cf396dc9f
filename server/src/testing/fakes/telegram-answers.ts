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
