import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { categoryRoutes } from '#domains/analysis/routes.ts'
import { cognitiveEventRoutes } from '#domains/cognitive-events/routes.ts'
import { exportRoutes } from '#domains/exports/routes.ts'
import { groupRoutes } from '#domains/groups/routes.ts'
import { configRoutes } from '#domains/identity/config-routes.ts'
import { originsOf } from '#domains/identity/aws/pool.ts'
import { makeAwsVerifier } from '#domains/identity/aws/tokens.ts'
import { singleSignOnRoutes } from '#domains/identity/federation/settings-routes.ts'
import { hostedRoutes } from '#domains/identity/hosted/routes.ts'
import { identityRoutes } from '#domains/identity/routes.ts'
import { verifyAccessToken } from '#domains/identity/sessions.ts'
import { messageRoutes } from '#domains/messages/routes.ts'
import { notificationRoutes } from '#domains/notifications/routes.ts'
import { organizationRoutes } from '#domains/organizations/routes.ts'
import { permissionRoutes } from '#domains/permissions/routes.ts'
import { policyRoutes } from '#domains/policies/routes.ts'
import { accessRoutes } from '#flows/access/routes.ts'
import { recordWhatIsSeen } from '#flows/audit/record-views.ts'
import { openViewRecorder } from '#flows/audit/view-recorder.ts'
import { auditRoutes } from '#flows/audit/routes.ts'
import { accountRoutes } from '#flows/account/routes.ts'
import { authenticateRequests } from '#flows/authenticate/authenticate.ts'
import { keepHosts, keepSocketHosts } from '#flows/authenticate/keep-hosts.ts'
import { findHeardSlices } from '#flows/authenticate/hearing.ts'
import { captureHealthRoutes } from '#flows/capture/health-routes.ts'
import { hookRoutes } from '#flows/capture/routes.ts'
import { contactRoutes } from '#flows/contacts/routes.ts'
import { exportKinds } from '#flows/exports/kinds.ts'
import { mailboxRoutes } from '#flows/mail/mailbox-routes.ts'
import { operatorRoutes } from '#flows/founding/operator-routes.ts'
import { foundingRoutes } from '#flows/founding/routes.ts'
import { importRoutes } from '#flows/imports/routes.ts'
import { notifyRoutes } from '#flows/notify/routes.ts'
import { messengerRoutes } from '#flows/messenger/routes.ts'
import { peopleRoutes } from '#flows/people/routes.ts'
import { previewRoutes } from '#flows/preview/routes.ts'
import { retentionRoutes } from '#flows/retention/routes.ts'
import { inTenant } from '#platform/db.ts'
import { countRequests } from '#platform/http/count-requests.ts'
import { type ApiDescription, describeApi } from '#platform/http/open-api.ts'
import { servePages } from '#platform/http/pages.ts'
import { openServer } from '#platform/http/server.ts'
import { versionOfRelease } from '#platform/release.ts'
import { isReady } from '#platform/supervised.ts'
import { openRealtime } from '#platform/realtime.ts'
import type { Context } from './context.ts'

const folderOf = (path: string) => fileURLToPath(new URL(`../../${path}/dist/`, import.meta.url))
const pages = [
  { folder: folderOf('console'), prefix: '/' },
  { folder: folderOf('messenger'), prefix: '/messenger/' },
]

/** The HTTP server of the role `api`: the API, the doors for webhooks, the identity service, sockets and the apps. */
export async function openApp(ctx: Context): Promise<FastifyInstance> {
  const { config, db, now, log } = ctx
  const roleOverride = config.ROLE_OVERRIDE
  const slice = {
    ...ctx,
    environment: config.VERBATIM_ENVIRONMENT,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    mainDomain: config.MAIN_DOMAIN,
    mailWaits: !config.SMTP_URL,
    hasMailbox: config.VERBATIM_ENVIRONMENT === 'local' && !config.SMTP_URL,
  }
  const app = await openServer({
    log,
    idempotencyDb: db,
    trustedProxies: config.TRUST_PROXY,
    checksAnswers: config.VERBATIM_ENVIRONMENT !== 'production',
    connections: config.DATABASE_POOL,
    connectSources: ctx.awsPool ? originsOf(ctx.awsPool) : [],
  })
  countRequests(app, ctx.metrics)
  const verifyToken = ctx.awsPool
    ? makeAwsVerifier(ctx.awsPool, ctx)
    : (token: string) => verifyAccessToken(ctx, token)
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

  recordWhatIsSeen(app, recordView)

  await hookRoutes(app, slice)
  if (!ctx.awsPool) {
    await identityRoutes(app, ctx)
    await hostedRoutes(app, slice)
  }
  configRoutes(app, slice)
  singleSignOnRoutes(app, slice)
  organizationRoutes(app, slice)
  retentionRoutes(app, slice)
  foundingRoutes(app, slice)
  operatorRoutes(app, { ...slice, operatorKey: config.OPERATOR_KEY })
  mailboxRoutes(app, slice)
  accountRoutes(app, { ...ctx, verifyToken })
  messageRoutes(app, slice)
  auditRoutes(app, slice)
  exportRoutes(app, { ...slice, permissionOf: (kind) => exportKinds[kind]?.permission })
  categoryRoutes(app)
  groupRoutes(app, slice)
  contactRoutes(app, slice)
  permissionRoutes(app, slice)
  accessRoutes(app)
  policyRoutes(app, slice)
  previewRoutes(app, slice)
  peopleRoutes(app, slice)
  importRoutes(app, slice)
  messengerRoutes(app, slice)
  cognitiveEventRoutes(app, slice)
  notificationRoutes(app, slice)
  notifyRoutes(app, slice)
  captureHealthRoutes(app, slice)
  healthRoutes(app, ctx)
  describeRoute(app, ctx)
  await servePages(app, pages)

  const realtime = openRealtime(app, {
    databaseUrl: ctx.databaseUrl,
    log,
    verifyToken,
    trustedProxies: config.TRUST_PROXY,
    slicesFor: (tenantId, userIds) =>
      inTenant(db, tenantId, (tx) => findHeardSlices(tx, userIds, { roleOverride })),
    onAccessChange: remembered.forget,
  })
  keepSocketHosts(app.server, names, config.TRUST_PROXY)
  app.addHook('preClose', () => realtime.close())
  return app
}

/** For load balancers: alive says that the process runs, ready that a row was written and committed now. */
function healthRoutes(app: FastifyInstance, { health }: Context): void {
  app.get('/health/live', () => ({ status: 'alive' }))
  app.get('/health/ready', async (_request, reply) => {
    const { state, degraded } = await health.check()
    return reply.status(isReady(state) ? 200 : 503).send({ status: state, degraded })
  })
}

/** What the API is, for those who write programs against it. Made when it is first asked for, of all that is served. */
function describeRoute(app: FastifyInstance, { config }: Context): void {
  let described: ApiDescription | undefined
  app.get('/openapi.json', () => {
    described ??= describeApi(app.served, { version: versionOfRelease(), address: config.PUBLIC_BASE_URL })
    return described
  })
}
