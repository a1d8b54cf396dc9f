import { minuteMs } from '@verbatim/contract/durations.ts'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import {
  type EmbeddingServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeRow,
  openEmbeddingServer,
  rowsPage,
} from './embedding-server.ts'

interface DataSet {
  Name: string
  RowLevelPermissionTagConfiguration?: {
    Status?: 'ENABLED' | 'DISABLED'
    TagRules: { TagKey: string; ColumnName: string; TagMultiValueDelimiter?: string }[]
    TagRuleConfigurations?: string[][]
  }
}

interface Session {
  readonly AllowedDomains: string[]
  readonly SessionTags: { Key: string; Value: string }[]
  readonly AuthorizedResourceArns: string[]
  readonly ExperienceConfiguration: object
  readonly SessionLifetimeInMinutes: number
  readonly madeAt: number
  isRedeemed: boolean
}

export interface FakeQuickSight extends EmbeddingServer {
  readonly accountId: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly dashboards: Map<string, { dataSets: string[]; sheets: Record<string, string[]> }>
  readonly dataSets: Map<string, DataSet>
  rows: FakeRow[]
  /** The addresses that were given out, by their codes. */
  readonly sessions: Map<string, Session>
}

/** QuickSight with one dashboard, `desk`, whose dataset has tags for both filters. Every call is checked for its signature. */
export async function openFakeQuickSight(now: () => Date): Promise<FakeQuickSight> {
  const server = await openEmbeddingServer((request) => answerTo(request))
  const tags = ['tenant_id', 'profile_id'].map((TagKey) => ({
    TagKey,
    ColumnName: TagKey,
    TagMultiValueDelimiter: ',',
  }))
  const trades: DataSet = {
    Name: 'Trades',
    RowLevelPermissionTagConfiguration: { Status: 'ENABLED', TagRules: tags },
  }
  const fake: FakeQuickSight = Object.assign(server, {
    accountId: '123456789012',
    region: 'eu-central-1',
    accessKeyId: 'AKIAFAKEFAKEFAKEFAKE',
    secretAccessKey: 'fakeFakeFAKEfakeFakeFAKEfakeFakeFAKEfake',
    dashboards: new Map([['desk', { dataSets: ['trades'], sheets: { one: ['bars'] } }]]),
    dataSets: new Map([['trades', trades]]),
    rows: [],
    sessions: new Map(),
  })
  return fake

  function answerTo(request: FakeRequest): FakeAnswer {
    const { method, url, headers, body } = request
    const [, code] = /^\/embed\/([\w-]+)$/.exec(url.pathname) ?? []
    if (code) return show(code, headers.referer)
    const refused = refusalOf(request, fake, now())
    if (refused) return { status: 403, json: { message: refused } }
    const path = url.pathname.replace(`/accounts/${fake.accountId}/`, '')
    if (method === 'POST' && path === 'embed-url/anonymous-user') return give(JSON.parse(body))
    if (path === 'namespaces/default') return { json: { Status: 200, Namespace: { Name: 'default' } } }
    const [, kind, id = '', part] = /^(dashboards|data-sets)\/([^/]+)(\/definition)?$/.exec(path) ?? []
    const dataSet = fake.dataSets.get(id)
    if (kind === 'data-sets' && dataSet) return { json: { Status: 200, DataSet: dataSet } }
    const dashboard = fake.dashboards.get(id)
    if (kind !== 'dashboards' || !dashboard)
      return { status: 404, json: { message: `${path} is not found`, ResourceType: 'DASHBOARD' } }
    const arn = (name: string) => `arn:aws:quicksight:${fake.region}:${fake.accountId}:dataset/${name}`
    if (!part)
      return {
        json: {
          Status: 200,
          Dashboard: { DashboardId: id, Version: { DataSetArns: dashboard.dataSets.map(arn) } },
        },
      }
    const Sheets = Object.entries(dashboard.sheets).map(([SheetId, visuals]) => ({
      SheetId,
      Visuals: visuals.map((VisualId) => ({ BarChartVisual: { VisualId } })),
    }))
    return { json: { Status: 200, Definition: { Sheets } } }
  }

  function give(asked: Omit<Session, 'madeAt' | 'isRedeemed'>): FakeAnswer {
    const code = randomUUID()
    fake.sessions.set(code, { ...asked, madeAt: now().getTime(), isRedeemed: false })
    return { json: { Status: 200, EmbedUrl: `${fake.address}/embed/${code}`, RequestId: randomUUID() } }
  }

  /** An address is redeemed once, within five minutes, on a page of an allowed domain. */
  function show(code: string, referer: string | undefined): FakeAnswer {
    const session = fake.sessions.get(code)
    const from = URL.canParse(referer ?? '') ? new URL(String(referer)).origin : ''
    const isLate = session && now().getTime() - session.madeAt > 5 * minuteMs
    if (!session || session.isRedeemed || isLate || !session.AllowedDomains.includes(from))
      return { status: 401, html: rowsPage('Not authorized', []) }
    session.isRedeemed = true
    const valuesOf = (key: string) =>
      session.SessionTags.find(({ Key }) => Key === key)?.Value.split(',') ?? []
    const [tenants, profiles] = [valuesOf('tenant_id'), valuesOf('profile_id')]
    const rows = fake.rows.filter((row) => tenants.includes(row.tenantId) && profiles.includes(row.profileId))
    return { html: rowsPage('Desk', rows) }
  }
}

/** Why a signature is refused; undefined if it is right. Source: AWS, "Create a signed AWS API request". */
function refusalOf(
  { method, url, headers, body }: FakeRequest,
  { accessKeyId, secretAccessKey, region }: FakeQuickSight,
  now: Date,
): string | undefined {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (key !== accessKeyId) return 'The security token included in the request is invalid.'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now.getTime() - at) <= 5 * minuteMs)) return 'Signature expired.'
  if (scope !== `${date.slice(0, 8)}/${region}/quicksight/aws4_request`)
    return 'The signature has another scope.'
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-date')) return 'The signature lacks a header.'
  const canonical = [
    method,
    // Each part of the path is escaped once more.
    url.pathname.split('/').map(encodeURIComponent).join('/'),
    url.search.slice(1),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const derived = scope
    .split('/')
    .reduce(
      (from, part) => createHmac('sha256', from).update(part).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    )
  const expected = createHmac('sha256', derived).update(toSign).digest('hex')
  return signature === expected ? undefined : 'The request signature we calculated does not match.'
}
