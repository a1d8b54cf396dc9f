/** Embedded dashboards of Superset: a guest token with row-level conditions. Source: Superset, "Embedding Superset" and its API of security. */
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { addressOf, ask, askEach, askFor, readAs } from './ask.ts'
import { type Asking, type Connection, type EmbeddingProvider, problem, unmapped } from './port.ts'

const Embedded = z.object({
  result: z.object({
    dashboard_id: z.coerce.string(),
    /** Any if empty. */
    allowed_domains: z.array(z.string()),
  }),
})
/** The columns here are only those that charts use. */
const DataSets = z.object({ result: z.array(z.object({ id: z.int() })) })
const DataSet = z.object({
  result: z.object({
    table_name: z.string().nullish(),
    columns: z.array(z.object({ column_name: z.string() })),
  }),
})

export const superset: EmbeddingProvider = {
  async test(connection, asking) {
    const session = await signIn(connection, asking)
    await askForCsrf(connection, session, asking)
  },

  async check(connection, { externalId }, asking) {
    const { address, tenantFilter, profileFilter } = connection
    const headers = await signIn(connection, asking)
    const asked = (path: string) => addressOf(address, `/api/v1/${path}`)
    const { result } = await askFor(Embedded, asked(`embedded_dashboard/${externalId}`), { headers }, asking)
    const { dashboard_id, allowed_domains } = result
    if (allowed_domains.length > 0 && !allowed_domains.some((domain) => isOrigin(domain, asking.origin)))
      throw problem('host-refused')
    const used = await askFor(DataSets, asked(`dashboard/${dashboard_id}/datasets`), { headers }, asking)
    const dataSets = await askEach(used.result, async ({ id }) => {
      const answer = await ask(asked(`dataset/${id}`), { headers }, asking)
      // The dashboard names it, so it is there: the user may not read it.
      if (answer.status === 404) throw problem('not-allowed')
      return readAs(DataSet, answer).result
    })
    for (const { table_name, columns } of dataSets)
      for (const filter of [tenantFilter, profileFilter])
        if (!columns.some(({ column_name }) => column_name === filter))
          throw unmapped(table_name ?? 'A dataset', filter)
  },

  async open(connection, { externalId }, { tenantId, profileIds }, asking) {
    const { address, tenantFilter, profileFilter, sessionMinutes } = connection
    const signedIn = await signIn(connection, asking)
    const headers = { ...signedIn, ...(await askForCsrf(connection, signedIn, asking)) }
    // The names are letters, digits and underscores, and the values UUIDs of ours.
    const clause = `${tenantFilter} = '${tenantId}' AND ${profileFilter} IN (${profileIds.map((id) => `'${id}'`).join(', ')})`
    const body = JSON.stringify({
      // Superset learns nothing about the reader.
      user: { username: 'verbatim-reader', first_name: 'Verbatim', last_name: 'reader' },
      resources: [{ type: 'dashboard', id: externalId }],
      rls: [{ clause }],
    })
    const url = addressOf(address, '/api/v1/security/guest_token/')
    const { token } = await askFor(
      z.object({ token: z.string() }),
      url,
      { method: 'POST', headers: { ...headers, ...json }, body },
      asking,
    )
    const ours = asking.now.getTime() + sessionMinutes * 60_000
    // How long a guest token is valid is a setting of Superset: five minutes unless it was changed there.
    const theirs = (decodeExpiry(token) ?? 0) * 1_000
    if (theirs > ours + clocksMs) throw problem('token-too-long')
    return {
      url: addressOf(address, `/embedded/${externalId}`).href,
      guestToken: token,
      endsAt: new Date(Math.min(ours, theirs)),
    }
  },
}

/** Two clocks may differ by this much. */
const clocksMs = 60_000

const json = { 'content-type': 'application/json' }

async function signIn(
  { address, user, secret }: Connection,
  asking: Asking,
): Promise<{ authorization: string }> {
  const body = JSON.stringify({ username: user, password: secret, provider: 'db', refresh: false })
  const url = addressOf(address, '/api/v1/security/login')
  const answer = await ask(url, { method: 'POST', headers: json, body }, asking)
  // The dashboard is not what is missing.
  if (answer.status === 404) throw problem('nothing-there')
  const { access_token } = readAs(z.object({ access_token: z.string() }), answer)
  return { authorization: `Bearer ${access_token}` }
}

/** The token against forged requests, with the cookie that it belongs to. */
async function askForCsrf({ address }: Connection, headers: Record<string, string>, asking: Asking) {
  const answer = await ask(addressOf(address, '/api/v1/security/csrf_token/'), { headers }, asking)
  const { result } = readAs(z.object({ result: z.string() }), answer)
  return { 'x-csrftoken': result, cookie: answer.cookies.join('; '), referer: new URL(address).origin }
}

const isOrigin = (domain: string, origin: string) => URL.canParse(domain) && new URL(domain).origin === origin

function decodeExpiry(token: string): number | undefined {
  try {
    return decodeJwt(token).exp
  } catch (error) {
    throw problem('not-understood', error)
  }
}
