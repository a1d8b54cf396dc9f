import { type Api, openApi } from './api.ts'
import { Failure } from './failure.ts'
import { hasHostForm } from './host-form.ts'
import { openPauses, type Pauses } from './pauses.ts'
import { openSession, type Session } from './session.ts'
import { browserEnvironment, type Environment } from './environment.ts'
import { getCognitoConfig, getRuntimeConfig, type RuntimeConfig } from '@verbatim/contract/config.ts'
import { getOrganizationBasics, type OrganizationBasics } from '@verbatim/contract/organization-basics.ts'

/** The context of every screen: the API, the session, and the organization of the app. */
export interface AppContext {
  readonly api: Api
  readonly session: Session
  /** Calls that wait to be retried. */
  readonly pauses: Pauses
  readonly organization: OrganizationBasics
  readonly release: string
  /** The page of waiting mail; undefined if mail is sent. */
  readonly mailbox: string | undefined
}

/**
 * Looks up the address for calls, the sign-in method and the organization, and continues the session of this tab if there is
 * one.
 * @throws Failure `request.bad-host`, `organization.not-found`, `network`, …
 */
export async function openAppContext(
  host: string,
  application: Pick<Environment, 'signInPath'> = {},
): Promise<AppContext> {
  if (!hasHostForm(host)) throw badHost(host)
  const environment = { ...browserEnvironment(), ...application }
  const own = openAt('', environment)
  // Requested at once, because calls nearly always go to the page's own address.
  const [runtime, ...answers] = await Promise.all([own(getRuntimeConfig, {}), basics(own)])
  // Empty means the page's own address; without this value, the API's address is unknown.
  if (typeof (runtime as Partial<typeof runtime>).API_URL !== 'string')
    throw new Failure('request.no-api-address')
  const [[cognito, organization]] = runtime.API_URL
    ? [await basics(openAt(runtime.API_URL, environment))]
    : answers
  const session = openSession(cognito, environment)
  const baseUrl = runtime.API_URL
  await session.restore()
  const pauses = openPauses(environment)
  const addresses = addressesOf(runtime)
  const api = openApi({ baseUrl, addresses, session, environment, pauses, language: organization.language })
  return {
    api,
    session,
    pauses,
    organization,
    release: runtime.APP_RELEASE_VERSION,
    mailbox: cognito.mailbox,
  }
}

const openAt = (baseUrl: string, environment: Environment) =>
  openApi({ baseUrl, session: undefined, environment })

const basics = (api: Api) => Promise.all([api(getCognitoConfig, {}), api(getOrganizationBasics, {})])

/** Source: docs/rules/settings.md. */
const addressesOf = ({ MESSENGER_API_URL, INTEGRATIONS_API_URL }: RuntimeConfig) => ({
  '/messenger/': MESSENGER_API_URL,
  '/external-accounts/': INTEGRATIONS_API_URL,
  '/v1/': INTEGRATIONS_API_URL,
})

function badHost(host: string): Failure {
  const message = `Invalid hostname: ${host} hostname must have 3 levels`
  return new Failure('request.bad-host', { message })
}
