import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { serveApi } from '#api/serve.ts'
import { originsOf } from '#domains/identity/aws/pool.ts'
import { makeAwsVerifier } from '#domains/identity/aws/tokens.ts'
import { hostedRoutes } from '#domains/identity/hosted/routes.ts'
import { identityRoutes } from '#domains/identity/routes.ts'
import { verifyAccessToken } from '#domains/identity/sessions.ts'
import { recordWhatIsSeen } from '#flows/record-views/record-views.ts'
import { requirePurpose } from '#flows/record-views/require-purpose.ts'
import { openViewRecorder } from '#flows/record-views/view-recorder.ts'
import { hidePeople } from '#flows/hide-people/hide-people.ts'
import { authenticateRequests } from '#flows/authenticate/authenticate.ts'
import { keepHosts, keepSocketHosts } from '#flows/authenticate/keep-hosts.ts'
import { findNotifiedSlices } from '#flows/authenticate/notified-slices.ts'
import { embeddedFrameRoute } from '#flows/embed-insights/frame-route.ts'
import { hookRoutes } from '#flows/capture/intake/webhook.ts'
import { inTenant } from '#platform/db.ts'
import { type ApiDescription, describeApi } from '#platform/http/open-api.ts'
import { servePages } from '#platform/http/pages.ts'
import { versionOfRelease } from '#platform/release.ts'
import { isReady } from '#platform/processes/supervised.ts'
import { openRealtime } from '#platform/realtime.ts'
import type { Context } from './context.ts'
import { openHttpServer } from './http-server.ts'

const folderOf = (path: string) => fileURLToPath(new URL(`../../${path}/dist/`, import.meta.url))
const pages = [
  { folder: folderOf('console'), prefix: '/' },
  { folder: folderOf('messenger'), prefix: '/messenger/' },
]

/** The HTTP server of the role `api`: the API, the webhooks, the identity service, sockets and the apps. */
export async function openApp(ctx: Context): Promise<FastifyInstance> {
  const { config, db, now, log } = ctx
  const roleOverride = config.ROLE_OVERRIDE
  const app = await openHttpServer(ctx, ctx.awsPool ? originsOf(ctx.awsPool) : [])
  const verifyToken = ctx.awsPool
    ? makeAwsVerifier(ctx.awsPool, ctx)
    : (token: string) => verifyAccessToken(ctx, token)
  const slice = {
    ...ctx,
    environment: config.VERBATIM_ENVIRONMENT,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    mainDomain: config.MAIN_DOMAIN,
    mailWaits: !config.SMTP_URL,
    release: versionOfRelease(),
    operatorKey: config.OPERATOR_KEY,
    hasMailbox: config.VERBATIM_ENVIRONMENT === 'local' && !config.SMTP_URL,
  }
  const names = { ...ctx.addresses, environment: config.VERBATIM_ENVIRONMENT }
  keepHosts(app, names)
  const recordView = openViewRecorder({ db, now })
  const remembered = authenticateRequests(app, {
    db,
    now,
    names,
    recordView,
    verifyToken,
    roleOverride,
    localTenant: config.LOCAL_TENANT,
  })

  requirePurpose(app, { db, now })
  hidePeople(app, ctx)
  recordWhatIsSeen(app, recordView)

  await hookRoutes(app, slice)
  if (!ctx.awsPool) {
    await identityRoutes(app, ctx)
    await hostedRoutes(app, slice)
  }
  serveApi(app, slice)
  embeddedFrameRoute(app, { ...slice, names, localTenant: config.LOCAL_TENANT })
  healthRoutes(app, ctx)
  describeRoute(app, ctx)
  await servePages(app, pages)

  const realtime = openRealtime(app, {
    databaseUrl: ctx.databaseUrl,
    log,
    now,
    verifyToken,
    trustedProxies: config.TRUST_PROXY,
    slicesFor: (tenantId, userIds) =>
      inTenant(db, tenantId, (tx) => findNotifiedSlices(tx, userIds, { roleOverride })),
    onAccessChange: remembered.forget,
  })
  keepSocketHosts(app.server, names, config.TRUST_PROXY)
  app.addHook('preClose', () => realtime.close())
  return app
}

/** For load balancers: alive means that the process runs, and ready that it has just committed a row. */
function healthRoutes(app: FastifyInstance, { health }: Context): void {
  app.get('/health/live', () => ({ status: 'alive' }))
  app.get('/health/ready', async (_request, reply) => {
    const { state, degraded } = await health.check()
    return reply.status(isReady(state) ? 200 : 503).send({ status: state, degraded })
  })
}

/** The description of the API for programmers, built on the first request from everything that is served. */
function describeRoute(app: FastifyInstance, { config }: Context): void {
  let described: ApiDescription | undefined
  app.get('/openapi.json', () => {
    described ??= describeApi(app.served, { version: versionOfRelease(), address: config.PUBLIC_BASE_URL })
    return described
  })
}
