import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { requiredText } from '@verbatim/contract/text.ts'
import { Failure } from '#kernel/failure.ts'
import { isPassing, isTooLong, isUnreadable } from '#platform/db-errors.ts'
import { CallerGone } from './caller-gone.ts'
import { FileDamaged, FileMissing } from '#platform/files/failures.ts'

/** The answer of every failed request; the request ID is in the log line, too. */
interface FailureAnswer {
  readonly code: FailureCode
  readonly message: string
  readonly details: Record<string, unknown>
  readonly requestId: string
}

/** Answers a failure at once, where no error handler can change the answer. */
export function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  return answer(reply, beginFailure(failure, request, reply))
}

/** A body over its limit is refused with the text of its route, if there is one. */
function asRefused(
  error: Error & { readonly statusCode?: number },
  { routeOptions, headers }: FastifyRequest,
): Error {
  if (error.statusCode !== 413) return error
  const { bodyLimit, config } = routeOptions
  return (
    config.tooLarge?.(Number(headers['content-length']) || undefined) ??
    new Failure('request.too-large', { ...(bodyLimit && { limitBytes: bodyLimit }) }, error)
  )
}

type Reported = Omit<FailureAnswer, 'requestId'>

/** The only place where an error becomes an answer. Stacks, SQL and paths stay in the log. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    answer(reply, beginFailure(error, request, reply)),
  )
  app.setNotFoundHandler((request, reply) =>
    answer(reply, beginFailure(new Failure('request.not-found'), request, reply)),
  )
}

/** Starts the answer to an error: logs it, sets the status and the time to retry, and returns what the caller may see. */
export function beginFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Reported {
  const reported = error instanceof CallerGone ? unheard : toReported(asRefused(error, request))
  const { code } = reported
  if (code === 'internal' || code === 'file.damaged' || isUnreadable(error))
    request.log.error({ err: error }, 'request failed')
  else if (code === 'unavailable' && !isOurs(error)) request.log.warn({ err: error }, 'request refused')
  else if (!(error instanceof CallerGone)) logRefusal(request, code, error)
  // The framework's own rate limit has already set it.
  const seconds = reply.hasHeader('retry-after') ? undefined : retryAfter[reported.code]
  if (seconds) reply.header('retry-after', seconds)
  reply.status(failures[reported.code].status).header('cache-control', 'no-store')
  return reported
}

/**
 * Logs what was refused and to whom, without a stack and without what people wrote: our own refusals may quote it. Those that a flood
 * ends in are below the usual level.
 */
function logRefusal(
  { log, method, routeOptions, actor }: FastifyRequest,
  code: FailureCode,
  error: Error,
): void {
  const { status } = failures[code]
  const level = status === 429 ? 'debug' : status >= 500 ? 'warn' : 'info'
  log[level](
    {
      refusedAs: code,
      status,
      method,
      route: routeOptions.url,
      ...(actor && { tenantId: actor.tenantId, userId: actor.userId }),
      ...(!isOurs(error) && { reason: error.message }),
    },
    'request refused',
  )
}

/** The caller has disconnected, so this answer is not read. */
const unheard: Reported = { code: 'unavailable', message: failures.unavailable.message, details: {} }

const retryAfter: Partial<Record<FailureCode, string>> = {
  'request.in-progress': '1',
  'request.too-many': '60',
  'request.too-busy': '5',
  'capture.too-many-failures': '60',
  unavailable: '2',
  'file.not-here': '60',
}

const isOurs = (error: Error): boolean =>
  error instanceof Failure || error instanceof z.ZodError || error instanceof CallerGone

function toReported(error: Error): Reported {
  if (error instanceof Failure) return { code: error.code, message: error.message, details: error.details }
  if (error instanceof z.ZodError)
    return { code: 'request.invalid', message: firstIssue(error), details: { fields: issues(error) } }
  const code = codeOf(error)
  const isFramework = code === 'request.invalid' && !isUnreadable(error)
  return { code, message: isFramework ? error.message : failures[code].message, details: {} }
}

function answer(reply: FastifyReply, reported: Reported): FastifyReply {
  const body: FailureAnswer = { ...reported, requestId: reply.request.id }
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
  if (isPassing(error) || isTooLong(error)) return 'unavailable'
  // Each has its own check before; this is for one that has none yet, so it is in the log as an error.
  if (isUnreadable(error)) return 'request.invalid'
  return 'internal'
}

function issues(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'request', wordsOf(issue)]))
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return failures['request.invalid'].message
  const where = issue.path.join('.')
  const words = wordsOf(issue)
  return where && !words.includes(where) ? `${where}: ${words}` : words
}

/** A field that is not given is required; its name in the call is its label. Source: docs/rules/texts.md. */
function wordsOf({ code, message, path }: z.core.$ZodIssue): string {
  const isMissing = code === 'invalid_type' && message.endsWith('received undefined')
  const field = path.at(-1)
  return isMissing && typeof field === 'string' ? requiredText(field) : message
}
