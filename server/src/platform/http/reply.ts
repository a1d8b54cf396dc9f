import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type FailureCode, failures } from '@verbatim/contract/errors.ts'
import { Failure } from '#kernel/failure.ts'
import { isPassing } from '#platform/db-errors.ts'

/** What every failed request answers; the request id is in the log line too. */
export interface FailureAnswer {
  readonly code: FailureCode
  readonly message: string
  readonly details: Record<string, unknown>
  readonly requestId: string
}

/** The one place where an error becomes an answer. Stacks, SQL and paths stay in the log. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof Failure) {
      if (error.code === 'request.in-progress') reply.header('retry-after', '1')
      if (error.code === 'request.too-many') reply.header('retry-after', '60')
      return answer(reply, error.code, error.message, error.details)
    }
    if (error instanceof z.ZodError)
      return answer(reply, 'request.invalid', firstIssue(error), { fields: issues(error) })
    const code = codeOf(error)
    if (code === 'internal') request.log.error({ err: error }, 'request failed')
    else request.log.warn({ err: error }, 'request refused')
    if (code === 'unavailable') reply.header('retry-after', '2')
    const given = code === 'request.invalid' ? error.message : failures[code].message
    return answer(reply, code, given, {})
  })
  app.setNotFoundHandler((_request, reply) =>
    answer(reply, 'request.not-found', failures['request.not-found'].message, {}),
  )
}

function answer(reply: FastifyReply, code: FailureCode, message: string, details: Record<string, unknown>) {
  const body: FailureAnswer = { code, message, details, requestId: reply.request.id }
  return reply
    .status(failures[code].status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body)
}

/** The code for an error that is not a `Failure`: the framework's own, the database's, or a bug. */
function codeOf(error: FastifyError & { code?: string; statusCode?: number }): FailureCode {
  if (error.statusCode === 413) return 'request.too-large'
  if (error.statusCode === 415) return 'request.unsupported-type'
  if (error.statusCode === 429) return 'request.too-many'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return 'request.invalid'
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
