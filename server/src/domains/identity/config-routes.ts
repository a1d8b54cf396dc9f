import {
  type FeatureConfig,
  getCognitoConfig,
  getFeatureConfig,
  getRuntimeConfig,
} from '@verbatim/contract/config.ts'
import { mailboxPath } from '@verbatim/contract/mail.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { cognitoConfig } from './config.ts'

/** Which parts of the product this release has. A part is turned on where it is built. */
const features: FeatureConfig['features'] = {
  singleSignOn: false,
  passwordReset: true,
  themes: false,
  metrics: false,
  assistant: false,
  insights: false,
  messenger: false,
  notifications: false,
  auditTrail: false,
  smtpIntegration: false,
}

/** What a page asks before and after somebody signs in. Source: spec §7 "Configuration". */
export function configRoutes(
  app: FastifyInstance,
  { release = '0.0.1', hasMailbox = false }: { release?: string; hasMailbox?: boolean } = {},
): void {
  route(app, getCognitoConfig, ({ request }) => {
    if (!request.tenant) throw new Failure('organization.not-found')
    const config = cognitoConfig(request.tenant.id, `${request.protocol}://${request.host}`)
    return hasMailbox ? { ...config, mailbox: mailboxPath } : config
  })

  route(app, getFeatureConfig, ({ actor }) => ({ features, permissions: [...actor.permissions] }))

  // Console and API share their origin here; a page that is served elsewhere is given another file.
  route(app, getRuntimeConfig, () => ({
    API_URL: '',
    MESSENGER_API_URL: '',
    INTEGRATIONS_API_URL: '',
    APP_RELEASE_VERSION: release,
  }))
}
