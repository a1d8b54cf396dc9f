import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { hasRepeatedKeys } from '#kernel/json.ts'
import type { Db } from '#platform/db.ts'
import { openShares, type ShareLimits, type Shares } from '#platform/shares.ts'
import { turnToSpare } from '#platform/by-turns.ts'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import { Failure } from '#kernel/failure.ts'
import { readLanguages } from './language.ts'
import { answerFailures } from './reply.ts'

/** Every limit of the HTTP server in one place; each has a test. Source: docs/rules/limits.md. */
export const httpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  connectionTimeoutMs: 75_000,
  keepAliveTimeoutMs: 72_000,
  requestsPerSocket: 1_000,
  paramLength: 100,
  connections: 10_000,
  /** Limits per minute: of one caller over all API calls; of one address over all sign-in calls, and over all refusals. */
  requestsPerMinute: 1_200,
  /** Per caller, because JSON is parsed on the event loop that all callers share. The body that exceeds the limit is still read. */
  json: { bytes: 4 * 1024 * 1024, windowMs: 15_000 },
} as const

/** A served route; without an endpoint it is not part of the API's contract. */
export interface ServedRoute {
  readonly method: string
  readonly url: string
  readonly endpoint: Endpoint | undefined
  /** The status of an answer that is no failure. */
  readonly answers: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts against its address like an API call, although it is none, as for sign-in. */
    isLimited?: boolean
  }
  interface FastifyInstance {
    /** All routes, for tests that check all of them. */
    served: readonly ServedRoute[]
    /** Shares out the requests of known people. */
    turns: Shares
  }
}

interface ServerOptions extends Clock {
  readonly log: FastifyBaseLogger
  readonly idempotencyDb: Db
  /** How many proxies are in front of us; with 0, `X-Forwarded-For` is ignored. */
  readonly trustedProxies: number
  readonly checksAnswers: boolean
  /** The number of database connections that requests share. */
  readonly connections: number
  /** Further sources that pages may connect to. */
  readonly connectSources?: readonly string[]
}

/** An HTTP server with its limits, headers and failures, and without routes. */
export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: httpLimits.requestTimeoutMs,
    connectionTimeout: httpLimits.connectionTimeoutMs,
    keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
    maxRequestsPerSocket: httpLimits.requestsPerSocket,
    routerOptions: { maxParamLength: httpLimits.paramLength },
    http: { headersTimeout: httpLimits.headersTimeoutMs, maxHeaderSize: httpLimits.headerBytes },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.server.maxConnections = httpLimits.connections
  app.decorate('checksAnswers', options.checksAnswers)
  app.decorate('turns', openShares(turnsOf(options.connections)))
  const served: ServedRoute[] = []
  app.decorate('served', served)
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD')
        served.push({ method: one, url, endpoint: config?.endpoint, answers: config?.answers ?? 200 })
  })
  app.decorate('idempotencyDb', options.idempotencyDb)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  readLanguages(app)
  beginByTurns(app)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parseJson(request, body, (error, value) => {
      if (error || !hasRepeatedKeys(body, value)) return done(error, value)
      done(Object.assign(new Error('An object in the body has a field twice.'), { statusCode: 400 }))
    })
  })
  // Files and tables arrive unparsed; a route that takes them sets their limit.
  app.addContentTypeParser(
    ['application/octet-stream', 'text/csv'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  answerFailures(app)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(options.connectSources ?? []) },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  })
  await app.register(rateLimit, {
    max: httpLimits.requestsPerMinute,
    timeWindow: '1 minute',
    // Before the body is read, because it may be large.
    hook: 'preParsing',
    keyGenerator: callerOf,
    // Files of the pages cost little, and providers deliver as much as arrives.
    allowList: ({ routeOptions: { config } }) => config.endpoint === undefined && !config.isLimited,
  })
  limitJson(app, options.now)
  return app
}

/** Provider deliveries never wait, and do not count against limits. */
function beginByTurns(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (config.endpoint || config.isLimited) await turnToSpare()
  })
  app.addHook('preSerialization', async (_request, _reply, answer) => {
    await turnToSpare()
    return answer
  })
}

/** Before a body is read. A body without a size counts as the largest. */
function limitJson(app: FastifyInstance, now: () => Date): void {
  const bytes = rateWindow({ limit: httpLimits.json.bytes, windowMs: httpLimits.json.windowMs })
  app.addHook('preParsing', async ({ headers, actor, ip, routeOptions }) => {
    const { endpoint, isLimited } = routeOptions.config
    const isJson = headers['content-type']?.includes('json') && (endpoint !== undefined || isLimited)
    if (!isJson) return
    const caller = callerOf({ actor, ip })
    if (bytes.isFull(caller, now())) throw new Failure('request.too-many')
    bytes.take(caller, now(), Number(headers['content-length'] ?? routeOptions.bodyLimit))
  })
}

/** Counted per user if known: a whole office may share an address. */
const callerOf = ({ actor, ip }: Pick<FastifyRequest, 'actor' | 'ip'>) => actor?.userId ?? networkOf(ip)

/**
 * Limits the requests of known users that run at once: no user or organization gets all connections, and two are left for
 * sign-ins. A page sends a dozen requests at once; each waits for less time than its reader notices. More requests at once
 * than cores would not finish sooner, and would keep other users out.
 */
function turnsOf(connections: number): ShareLimits {
  const total = Math.max(1, connections - 2)
  return {
    total,
    perTenant: Math.max(1, Math.ceil(total * 0.75)),
    perPerson: Math.max(1, Math.min(4, Math.max(3, availableParallelism()), Math.ceil(total / 3))),
    waitingPerPerson: 100,
    waitingPerTenant: 2_000,
    waitMs: 20_000,
  }
}

/** The sources that our pages may load: only our own files, nothing inline. Source: docs/rules/promises.md. */
function pagePolicy(connectSources: readonly string[]): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectSources],
    'frame-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // For the address of the messenger's worker; no other script creates such an address, and none twice.
    'trusted-types': ['verbatim-worker'],
  }
}
