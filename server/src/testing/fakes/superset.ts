import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import {
  type EmbeddingServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeRow,
  notFound,
  openEmbeddingServer,
  rowsList,
} from './embedding-server.ts'

export interface FakeSuperset extends EmbeddingServer {
  readonly user: string
  readonly password: string
  /** Dashboards by the IDs that they are embedded under. */
  readonly embedded: Map<string, { dashboardId: number; allowedDomains: string[] }>
  /** The datasets of a dashboard; charts use none of the columns but `words`. */
  readonly dataSets: Map<number, { id: number; table_name: string; columns: { column_name: string }[] }[]>
  /** Datasets that its user may not read. */
  readonly unreadable: Set<number>
  rows: FakeRow[]
  /** How long a guest token is valid, in seconds; 300 by default, as in Superset. */
  guestSeconds: number
  /** What guest tokens were asked with. */
  readonly guests: { user: object; resources: object[]; rls: { clause: string }[] }[]
}

export const fakeEmbeddedId = '0f8b7a1c-5d2e-4c3b-9a87-1e2d3c4b5a69'

/** Superset with one embedded dashboard, whose dataset has the columns of both filters. */
export async function openFakeSuperset(now: () => Date): Promise<FakeSuperset> {
  const key = randomBytes(32)
  const sessions = new Map<string, string>()
  const signed = (claims: Record<string, unknown>, seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(new Date(now().getTime() + seconds * 1_000))
      .sign(key)
  const verified = async (token: string | undefined) => {
    try {
      return (await jwtVerify<GuestClaims>(token ?? '', key, { currentDate: now() })).payload
    } catch {
      return undefined
    }
  }
  const columns = ['tenant_id', 'profile_id', 'words'].map((column_name) => ({ column_name }))
  const server = await openEmbeddingServer((request) => answerTo(request))
  const fake: FakeSuperset = Object.assign(server, {
    user: 'verbatim',
    password: 'Fake-Superset-9',
    embedded: new Map([[fakeEmbeddedId, { dashboardId: 4, allowedDomains: [] as string[] }]]),
    dataSets: new Map([[4, [{ id: 21, table_name: 'trades', columns }]]]),
    unreadable: new Set<number>(),
    rows: [],
    guestSeconds: 300,
    guests: [],
  })
  return fake

  async function answerTo(request: FakeRequest): Promise<FakeAnswer> {
    const { method, url, headers, body } = request
    const path = `${method} ${url.pathname}`
    if (path === 'POST /api/v1/security/login') return signIn(JSON.parse(body))
    const [, shown] = /^GET \/embedded\/([\w-]+)$/.exec(path) ?? []
    if (shown) return showFrame(shown, headers.referer)
    if (path === 'GET /api/v1/chart/data') return showRows(String(headers['x-guesttoken']))
    const caller = await verified(headers.authorization?.replace('Bearer ', ''))
    if (caller?.type !== 'access') return { status: 401, json: { msg: 'Missing Authorization Header' } }
    if (path === 'GET /api/v1/security/csrf_token/') return giveCsrf()
    if (path === 'POST /api/v1/security/guest_token/') return giveGuestToken(request)
    const [, uuid] = /^GET \/api\/v1\/embedded_dashboard\/([\w-]+)$/.exec(path) ?? []
    const [, dashboardId] = /^GET \/api\/v1\/dashboard\/(\d+)\/datasets$/.exec(path) ?? []
    const embedded = fake.embedded.get(uuid ?? '')
    if (embedded)
      return {
        json: {
          result: {
            uuid,
            dashboard_id: String(embedded.dashboardId),
            allowed_domains: embedded.allowedDomains,
          },
        },
      }
    return describeDataSets(path, dashboardId)
  }

  function describeDataSets(path: string, dashboardId: string | undefined): FakeAnswer {
    const [, dataSetId] = /^GET \/api\/v1\/dataset\/(\d+)$/.exec(path) ?? []
    const dataSet = [...fake.dataSets.values()].flat().find(({ id }) => id === Number(dataSetId))
    if (dataSet)
      return fake.unreadable.has(dataSet.id) ? notFound : { json: { id: dataSet.id, result: dataSet } }
    const dataSets = fake.dataSets.get(Number(dashboardId))
    if (!dataSets) return notFound
    const isUsed = ({ column_name }: { column_name: string }) => column_name === 'words'
    return { json: { result: dataSets.map((one) => ({ ...one, columns: one.columns.filter(isUsed) })) } }
  }

  async function signIn({ username, password, provider }: Record<string, string>): Promise<FakeAnswer> {
    if (username !== fake.user || password !== fake.password || provider !== 'db')
      return { status: 401, json: { message: 'Not authorized' } }
    return { json: { access_token: await signed({ type: 'access' }, 900) } }
  }

  function giveCsrf(): FakeAnswer {
    const [session, token] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')]
    sessions.set(session, token)
    const cookies = [`session=${session}; HttpOnly; Path=/; SameSite=Lax`, 'locale=en; Path=/']
    return { json: { result: token }, headers: { 'set-cookie': cookies } }
  }

  /** The token against forged requests counts only with the cookie of its session. */
  async function giveGuestToken({ headers, body }: FakeRequest): Promise<FakeAnswer> {
    const [, session = ''] = /(?:^|; )session=(\w+)/.exec(headers.cookie ?? '') ?? []
    if (!sessions.has(session) || sessions.get(session) !== headers['x-csrftoken'])
      return { status: 400, json: { message: '400 Bad Request: The CSRF token is missing.' } }
    const asked = JSON.parse(body)
    fake.guests.push(asked)
    const { user, resources, rls } = asked
    const claims = { type: 'guest', aud: fake.address, user, resources, rls_rules: rls }
    return { json: { token: await signed(claims, fake.guestSeconds) } }
  }

  /** The page of an embedded dashboard: it asks for data once the page around has given it a guest token. */
  function showFrame(uuid: string, referer: string | undefined): FakeAnswer {
    const embedded = fake.embedded.get(uuid)
    if (!embedded) return notFound
    const { allowedDomains } = embedded
    const from = URL.canParse(referer ?? '') ? new URL(String(referer)).origin : ''
    if (allowedDomains.length > 0 && !allowedDomains.includes(from)) return { status: 403 }
    const script = `addEventListener('message', ({ data, ports }) => {
      if (data.type !== '__embedded_comms__' || data.handshake !== 'port transfer') return
      ports[0].onmessage = async ({ data: { switchboardAction, method, args } }) => {
        if (switchboardAction !== 'emit' || method !== 'guestToken') return
        const answer = await fetch('/api/v1/chart/data', { headers: { 'X-GuestToken': args.guestToken } })
        document.body.innerHTML = await answer.text()
      }
    })`
    return {
      html: `<!doctype html><html lang="en"><title>Desk</title><body>Waiting for a guest<script>${script}</script></body></html>`,
    }
  }

  async function showRows(token: string): Promise<FakeAnswer> {
    const guest = await verified(token)
    if (guest?.type !== 'guest') return { status: 401, html: rowsList([]) }
    const clauses = guest.rls_rules?.map(({ clause }) => clause) ?? []
    return { html: rowsList(fake.rows.filter((row) => clauses.every((clause) => isWithin(row, clause)))) }
  }
}

interface GuestClaims {
  readonly type?: string
  readonly rls_rules?: readonly { readonly clause: string }[]
}

/** Whether a row meets `tenant_id = '…' AND profile_id IN ('…', '…')`. */
function isWithin({ tenantId, profileId }: FakeRow, clause: string): boolean {
  const [, tenant, profiles = ''] =
    /^tenant_id = '([\w-]+)' AND profile_id IN \(([^)]+)\)$/.exec(clause) ?? []
  return tenant === tenantId && profiles.split(', ').includes(`'${profileId}'`)
}
