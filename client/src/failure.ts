import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { z } from 'zod'

/** Why a call did not succeed, in the contract's words. Screens switch on `code`; `message` is for people. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly details: Readonly<Record<string, unknown>>
  /** The status of the answer; 0 without one. */
  readonly status: number
  /** Identifies the request in the server's log, for support. */
  readonly requestId: string | undefined

  constructor(code: FailureCode, given: FailureParts = {}) {
    super(given.message || failures[code].message, { cause: given.cause })
    this.code = code
    this.details = given.details ?? {}
    this.status = given.status ?? failures[code].status
    this.requestId = given.requestId
  }
}

interface FailureParts {
  readonly message?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
  readonly status?: number
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

const FailureAnswer = z.object({
  code: z.string(),
  message: z.string().default(''),
  details: z.record(z.string(), z.unknown()).default({}),
  requestId: z.string().optional(),
})

/**
 * Reads a refused answer. An answer that is not ours (a proxy's page) is classified by its status. Source:
 * docs/rules/failures.md.
 */
export function toFailure(status: number, body: unknown): Failure {
  const { data: answer } = FailureAnswer.safeParse(body)
  if (!answer || !Object.hasOwn(failures, answer.code)) return new Failure(codeOfStatus(status), { status })
  const { message, details, requestId } = answer
  return new Failure(answer.code as FailureCode, { message, details, status, requestId })
}

/** Any thrown value as a `Failure`, or as an unexpected error. */
export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal', { cause: error })
}

function codeOfStatus(status: number): FailureCode {
  if (status === 401) return 'session.expired'
  if (status === 403) return 'access.denied'
  if (status === 404) return 'request.not-found'
  if (status === 413) return 'request.too-large'
  if (status === 429) return 'request.too-many'
  if (status >= 400 && status < 500) return 'request.invalid'
  if (status === 504) return 'gateway-timeout'
  if (status === 505) return 'version-not-supported'
  return status === 502 || status === 503 ? 'unavailable' : 'internal'
}
