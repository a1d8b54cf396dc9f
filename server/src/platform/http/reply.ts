import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { Failure } from '#kernel/failure.ts'
import { isPassing } from '#platform/db-errors.ts'
import { CallerGone } from './caller-gone.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'

/** What every failed request answers; the request id is in the log line too. */
export interface FailureAnswer {
  readonly code: FailureCode
  readonly message: string
  readonly details: Record<string, unknown>
  readonly requestId: string
}

/** Answers a failure at once, where no handler of errors may have another say. */
export function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  return answer(reply, beginFailure(failure, request, reply))
}

type Told = Omit<FailureAnswer, 'requestId'>

/** The one place where an error becomes an answer. Stacks, SQL and paths stay in the log. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    answer(reply, beginFailure(error, request, reply)),
  )
  app.setNotFoundHandler((request, reply) =>
    answer(reply, beginFailure(new Failure('request.not-found'), request, reply)),
  )
}

/** Begins the answer to what went wrong: logs it, sets the status and when to come again, and returns what the caller learns. */
export function beginFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Told {
  const told = error instanceof CallerGone ? unheard : toTold(error)
  if (told.code === 'internal' || told.code === 'file.damaged')
    request.log.error({ err: error }, 'request failed')
  else if (told.code === 'unavailable' && !isOurs(error)) request.log.warn({ err: error }, 'request refused')
  else if (!isOurs(error)) logRefusal(request, told)
  // The framework's own limit has said when already.
  const seconds = reply.hasHeader('retry-after') ? undefined : retryAfter[told.code]
  if (seconds) reply.header('retry-after', seconds)
  reply.status(failures[told.code].status).header('cache-control', 'no-store')
  return told
}

/** What a caller did wrong is expected: no stack tells more of it, and a flood of it is not to become a flood of lines. */
function logRefusal(request: FastifyRequest, { code, message }: Told): void {
  const level = failures[code].status === 429 ? 'debug' : 'info'
  request.log[level]({ refusedAs: code, reason: message }, 'request refused')
}

/** Said to nobody. */
const unheard: Told = { code: 'unavailable', message: failures.unavailable.message, details: {} }

const retryAfter: Partial<Record<FailureCode, string>> = {
  'request.in-progress': '1',
  'request.too-many': '60',
  'request.too-busy': '5',
  'capture.too-many-failures': '60',
  unavailable: '2',
  'file.not-here': '60',
}

const isOurs = (error: Error) =>
  error instanceof Failure || error instanceof z.ZodError || error instanceof CallerGone

function toTold(error: Error): Told {
  if (error instanceof Failure) return { code: error.code, message: error.message, details: error.details }
  if (error instanceof z.ZodError)
    return { code: 'request.invalid', message: firstIssue(error), details: { fields: issues(error) } }
  const code = codeOf(error)
  return { code, message: code === 'request.invalid' ? error.message : failures[code].message, details: {} }
}

function answer(reply: FastifyReply, told: Told): FastifyReply {
  const body: FailureAnswer = { ...told, requestId: reply.request.id }
  return reply.type('application/json').send(body)
}

/** The code for an error that is not a `Failure`: the framework's own, the database's, or a bug. */
function codeOf(error: Error & { statusCode?: number }): FailureCode {
  if (error.statusCode === 413) return 'request.too-large'
  if (error.statusCode === 415) return 'request.unsupported-type'
  if (error.statusCode === 429) return 'request.too-many'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return 'request.invalid'
  if (error instanceof FileMissing) return 'file.not-here'
  if (error instanceof FileDamaged) return 'file.damaged'
  if (isPassing(error)) return 'unavailable'
  return 'internal'
}

function issues(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'request', issue.message]))
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return failures['request.invalid'].message
  const where = issue.path.join('.')
  return where && !issue.message.includes(where) ? `${where}: ${issue.message}` : issue.message
}
