import type { Readable } from 'node:stream'
import type { Endpoint, InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { inTenant, type TenantTx, type TransactionMode } from '#platform/db.ts'
import { CallerGone } from './caller-gone.ts'
import { type Commit, once } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization of the host, if the host names one. */
    tenant: { readonly id: TenantId; readonly name: string; readonly isClosed: boolean } | undefined
    /** Set by the authentication hook before the handler of any endpoint that needs a session. */
    actor: Actor | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Why a body beyond the limit is refused, with its size if the caller gave that. */
    tooLarge?: (sizeBytes?: number) => Failure
    /** The status of a successful answer. */
    answers?: number
  }
}

/** The answer of an endpoint whose contract has `file`. */
export interface FileAnswer {
  readonly body: Readable | Uint8Array
  readonly contentType: string
  /** The suggested name for saving. */
  readonly fileName: string
  /** Shown in the page and not saved; only for files that we made ourselves. */
  readonly inline?: boolean
}

/** The day on which the deprecated calls became so, in seconds. Source: RFC 9745, section 2.1. */
const deprecated = `@${Date.UTC(2026, 10, 24) / 1000}`

type Given<E extends Endpoint> = InputOf<E> & {
  /** The caller. Endpoints for `anyone` get `undefined`. */
  readonly actor: E['access'] extends 'anyone' ? Actor | undefined : Actor
  readonly request: FastifyRequest
  /** For headers of the answer. */
  readonly reply: FastifyReply
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal
  /**
   * The transaction that answers a question. Once the caller has disconnected, it starts no statement, and the running one
   * is cancelled.
   */
  readonly read: <T>(work: (tx: TenantTx) => Promise<T>, mode?: TransactionMode) => Promise<T>
  /**
   * The one transaction in which a write does its work and stores its answer: all or nothing, once per
   * `Idempotency-Key`. The work's result is the answer.
   */
  readonly commit: E['method'] extends 'GET' ? never : Commit<Answer<E>>
}
type Answer<E extends Endpoint> = E['file'] extends true ? FileAnswer : OutputOf<E>

export type Handler<E extends Endpoint> = (given: Given<E>) => Promise<Answer<E>> | Answer<E>

export interface RouteOptions {
  /** Bytes of body accepted; 1 MiB by default. */
  readonly bodyLimit?: number
  /** Why a longer body is refused, in the terms of its noun. */
  readonly tooLarge?: (sizeBytes?: number) => Failure
  readonly status?: number
  /** A question that is too long for an address. It writes nothing, so it need not commit. */
  readonly asks?: true
  /** It has its own limit on parallel requests, and uses none of the common one. */
  readonly waits?: true
  /** The answer contains values that are shown once, such as a recovery code. It is not stored, so it need not commit. */
  readonly isSecret?: true
}

/**
 * Serves `endpoint`: parses the request by the contract, passes it to `handler`, and if `app` requires it checks the answer,
 * and that a write went through `commit`.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { bodyLimit, tooLarge, status = 200, asks, waits, isSecret }: RouteOptions = {},
): void {
  const presented = async (request: FastifyRequest, answer: unknown, tx?: TenantTx) =>
    checked(app.presents ? await app.presents(request, endpoint, answer, tx) : answer)
  const checked = (answer: unknown) => {
    const error = app.checksAnswers && endpoint.response.safeParse(answer).error
    // Only as the cause: a parse error itself would count as the caller's mistake.
    if (error)
      throw new Error(`The answer of ${endpoint.path} is not what its contract says`, { cause: error })
    return answer ?? {}
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint, answers: status, ...(tooLarge && { tooLarge }) },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: (request, reply) => {
      const signal = signalOf(request, reply)
      const { actor } = request
      const work = () => handle(request, reply, signal)
      return actor && !waits ? app.turns.run(actor, work, signal) : work()
    },
  })

  async function handle(request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) {
    const answerWith = (commit?: Commit<unknown>) => {
      const given = {
        params: endpoint.params?.parse(request.params),
        query: endpoint.query?.parse(request.query),
        body: endpoint.body?.parse(request.body),
        actor: request.actor,
        request,
        reply,
        signal,
        read: readingFor(request, signal),
        commit,
      } as unknown as Given<E>
      return handler(given)
    }
    reply.header('cache-control', 'no-store')
    if (endpoint.successor)
      reply
        .header('deprecation', deprecated)
        .header('link', `<${endpoint.successor}>; rel="successor-version"`)
    if (endpoint.file) return sendFile(reply, (await answerWith()) as FileAnswer)
    if (endpoint.method === 'GET')
      return reply.status(status).send(await presented(request, await answerWith()))
    if (endpoint.access === 'anyone')
      return reply.status(status).send(checked(await answerWith(openly(request))))
    return once(request, reply, { status, isSecret }, async (commit) => {
      let commits = false
      const answer = await answerWith((work) => {
        commits = true
        return commit(async (tx) => presented(request, await work(tx), tx))
      })
      if (app.checksAnswers && !commits && !asks && !isSecret)
        throw new Error(`${endpoint.path} writes without commit`)
      return commits ? answer : presented(request, answer)
    })
  }
}

/** A write without a known person, in a transaction of the organization at this address. No key is stored. */
function openly({ tenant, server }: FastifyRequest): Commit<unknown> {
  return (work) => {
    if (!tenant) throw new Failure('organization.not-found')
    return inTenant(server.idempotencyDb, tenant.id, work)
  }
}

function readingFor({ actor, server }: FastifyRequest, signal: AbortSignal): Given<Endpoint>['read'] {
  return (work, mode) => {
    if (!actor) throw new Failure('session.missing')
    return inTenant(server.idempotencyDb, actor.tenantId, work, { mode, signal })
  }
}

/** Aborts when the caller goes away before the answer. */
export function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new CallerGone())
  })
  return gone.signal
}

/** The browser never shows files as our own pages: they are saved, not sniffed, and sandboxed. */
function sendFile(reply: FastifyReply, { body, contentType, fileName, inline }: FileAnswer) {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\/]/g, '_')
  return reply
    .header('content-type', contentType)
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(body)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether answers are checked against their contract, as in tests and development. */
    checksAnswers: boolean
    /** Every answer passes it on its way to the caller, in the transaction of a write if there is one. */
    presents?: (
      request: FastifyRequest,
      endpoint: Endpoint,
      answer: unknown,
      tx?: TenantTx,
    ) => Promise<unknown>
  }
}
