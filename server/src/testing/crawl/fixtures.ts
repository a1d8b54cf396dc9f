import { contentFixtures } from './content.ts'
import { insightFixtures, metricFixtures } from './metrics.ts'
import { ownFixtures } from './own.ts'
import { peopleFixtures } from './people.ts'
import type { Fixtures } from './things.ts'
import { usualFixtures } from './usual.ts'

/**
 * A request for every endpoint. The crawler fails if a route of the running server has no entry, so add one with each new
 * route that is not a usual one.
 */
export const fixtures: Fixtures = {
  ...usualFixtures,
  ...ownFixtures,
  ...contentFixtures,
  ...peopleFixtures,
  ...metricFixtures,
  ...insightFixtures,
}

/** Served without a contract, each with its own tests: frames of embedded insights (the crawlers open them, too), intake endpoints, the identity protocol, health, pages. */
export const uncontracted = [
  'POST /hooks/:channel/:accountId',
  'GET /hooks/:channel/:accountId',
  'POST /identity/',
  'OPTIONS /identity/',
  'POST /identity',
  'OPTIONS /identity',
  'GET /identity/:poolId/.well-known/jwks.json',
  'GET /identity/:poolId/.well-known/openid-configuration',
  'GET /oauth2/authorize',
  'GET /login',
  'POST /login',
  'GET /login.css',
  'GET /login-latin.woff2',
  'GET /login-latin-ext.woff2',
  'GET /logout',
  'POST /oauth2/token',
  'GET /oauth2/userInfo',
  'POST /oauth2/revoke',
  'GET /login/provider',
  'GET /embedded/:code',
  'GET /oauth2/idpresponse',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
]
