import { type Api, openApi } from './api.ts'
import { Failure } from './failure.ts'
import { parseHost } from './host.ts'
import { openPauses, type Pauses } from './pauses.ts'
import { openSession, type Session } from './session.ts'
import { browserSurroundings, type Surroundings } from './surroundings.ts'
import { getCognitoConfig, getRuntimeConfig } from '@verbatim/contract/config.ts'
import { getOrganizationBasics, type OrganizationBasics } from '@verbatim/contract/organizations.ts'

/** What every screen stands on: the API, the session, and whose house it is. */
export interface House {
  readonly api: Api
  readonly session: Session
  /** Calls that wait to be made again. */
  readonly pauses: Pauses
  readonly organization: OrganizationBasics
  readonly release: string
  /** The page where mail waits instead of being sent; undefined where it is sent. */
  readonly mailbox: string | undefined
}

/**
 * Asks where the calls go, how to sign in and for which organization, and continues the session of this tab if there
 * is one.
 * @throws Failure `request.bad-host`, `organization.not-found`, `network`, …
 */
export async function openHouse(
  host: string,
  application: Pick<Surroundings, 'signInPath'> = {},
): Promise<House> {
  if (!parseHost(host)) throw badHost(host)
  const surroundings = { ...browserSurroundings(), ...application }
  const own = openAt('', surroundings)
  // Asked at once: nearly always the calls go to the page's own address.
  const [runtime, ...answers] = await Promise.all([own(getRuntimeConfig, {}), basics(own)])
  const [[cognito, organization]] = runtime.API_URL
    ? [await basics(openAt(runtime.API_URL, surroundings))]
    : answers
  const session = openSession(cognito, surroundings)
  const baseUrl = runtime.API_URL
  await session.restore()
  const pauses = openPauses(surroundings)
  const api = openApi({ baseUrl, session, surroundings, pauses, language: organization.language })
  return {
    api,
    session,
    pauses,
    organization,
    release: runtime.APP_RELEASE_VERSION,
    mailbox: cognito.mailbox,
  }
}

const openAt = (baseUrl: string, surroundings: Surroundings) =>
  openApi({ baseUrl, session: undefined, surroundings })

const basics = (api: Api) => Promise.all([api(getCognitoConfig, {}), api(getOrganizationBasics, {})])

function badHost(host: string): Failure {
  const message = `Invalid hostname: ${host} hostname must have 3 levels`
  return new Failure('request.bad-host', { message })
}
