import {
  type FeatureConfig,
  getCognitoConfig,
  getFeatureConfig,
  getRuntimeConfig,
} from '@verbatim/contract/config.ts'
import { mailboxPath } from '@verbatim/contract/mail.ts'
import type { FastifyInstance } from 'fastify'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { Scanner } from '#platform/clamd.ts'
import { originOf } from '#platform/http/cookies.ts'
import { route } from '#platform/http/route.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { AwsPool } from '#domains/identity/aws/pool.ts'
import { awsConfig, cognitoConfig } from '#domains/identity/config.ts'
import { type AddressContext, redirectUriFor } from '#domains/identity/hosted/addresses.ts'
import { findSingleSignOn } from '#domains/identity/hosted/single-sign-on.ts'

/** The parts of the product in this release. */
const features: FeatureConfig['features'] = {
  singleSignOn: true,
  passwordReset: true,
  themes: true,
  metrics: true,
  assistant: false,
  insights: true,
  messenger: true,
  notifications: true,
  auditTrail: true,
  smtpIntegration: true,
}

/** The data for the answers. */
interface ConfigContext extends AddressContext {
  readonly db: Db
  readonly scanner?: Scanner | undefined
  readonly release?: string
  readonly hasMailbox?: boolean
  readonly mailWaits?: boolean
  readonly awsPool?: AwsPool | undefined
}

/** Source: the specification's default. */
const unreleased = '0.0.1'

/** Settings that a page requests before and after sign-in. Source: docs/rules/settings.md. */
export function configRoutes(app: FastifyInstance, ctx: ConfigContext): void {
  const { db, scanner, release = unreleased, hasMailbox = false, mailWaits = false } = ctx
  route(app, getCognitoConfig, async ({ request }) => {
    if (!request.tenant) throw new Failure('organization.not-found')
    const origin = originOf(ctx.publicBaseUrl, request)
    const redirectUri = redirectUriFor(ctx, request)
    const { enabled } = await inTenant(db, request.tenant.id, findSingleSignOn)
    const singleSignOn = enabled ? { domain: origin, redirectUri } : undefined
    const config = ctx.awsPool
      ? awsConfig(ctx.awsPool, request.tenant.id, redirectUri)
      : cognitoConfig(request.tenant.id, origin, singleSignOn)
    return hasMailbox ? { ...config, mailbox: mailboxPath } : config
  })

  route(app, getFeatureConfig, async ({ actor, read }) => {
    const { idleLockMinutes } = await read(requireOrganization)
    return {
      features,
      permissions: [...actor.permissions],
      idleLockMinutes,
      mailWaits,
      scansFiles: scanner !== undefined,
      readsUnderPseudonyms: actor.readsUnderPseudonyms === true,
    }
  })

  // Pages and API share their origin here; a page served elsewhere has a file of its own.
  route(app, getRuntimeConfig, () => ({
    API_URL: '',
    MESSENGER_API_URL: '',
    INTEGRATIONS_API_URL: '',
    APP_RELEASE_VERSION: release,
  }))
}
