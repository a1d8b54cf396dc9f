import type { FailureCode } from '@verbatim/contract/errors.ts'
import { type OwnFailureCode, ownFailures } from '@verbatim/contract/own-failures.ts'
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

  /** Only an answer has the sentence of a code that is not our own. */
  constructor(
    ...[code, given = {}]:
      | [code: OwnFailureCode, given?: FailureParts]
      | [code: FailureCode, given: AnsweredParts]
  ) {
    const own = isOwn(code) ? ownFailures[code] : ownFailures.internal
    super(given.message || own.message, { cause: given.cause })
    this.code = code
    this.details = given.details ?? {}
    this.status = given.status ?? own.status
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

interface AnsweredParts extends FailureParts {
  readonly message: string
  readonly status: number
}

const isOwn = (code: string): code is OwnFailureCode => Object.hasOwn(ownFailures, code)

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
  if (!answer || !isOurs(answer)) return new Failure(codeOfStatus(status), { status })
  const { code, message, details, requestId } = answer
  return new Failure(code as FailureCode, { message, details, status, requestId })
}

/** Each of our answers has a sentence and names its request; the codes of a newer server are ours too. */
const isOurs = ({ code, message, requestId }: z.infer<typeof FailureAnswer>) =>
  isOwn(code) || (message !== '' && requestId !== undefined)

/** Any thrown value as a `Failure`, or as an unexpected error. */
export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal', { cause: error })
}

function codeOfStatus(status: number): OwnFailureCode {
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
