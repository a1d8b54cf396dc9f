/**
 * Embedding of QuickSight for readers that it does not know: session tags narrow the rows of every dataset. Source: Amazon
 * QuickSight API Reference, GenerateEmbedUrlForAnonymousUser, DescribeDashboard, DescribeDataSet; "Row-level security with tags".
 */
import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'
import { isExtraHost, type ProviderAnswer } from '#platform/public-fetch.ts'
import { ask, askEach, readAs } from './ask.ts'
import { type Asking, type Connection, type EmbeddingProvider, missing, problem, unmapped } from './port.ts'

const Dashboard = z.object({
  Dashboard: z.object({ Version: z.object({ DataSetArns: z.array(z.string()) }) }),
})
const Definition = z.object({
  Definition: z.object({
    Sheets: z
      .array(
        z.object({
          SheetId: z.string(),
          /** Each under the name of its kind. */
          Visuals: z.array(z.record(z.string(), z.object({ VisualId: z.string() }))).nullish(),
        }),
      )
      .nullish(),
  }),
})
const DataSet = z.object({
  DataSet: z.object({
    Name: z.string(),
    RowLevelPermissionTagConfiguration: z
      .object({
        Status: z.string().nullish(),
        TagRules: z.array(z.object({ TagKey: z.string(), TagMultiValueDelimiter: z.string().nullish() })),
        /** Any of these sets of tags is enough to see rows. */
        TagRuleConfigurations: z.array(z.array(z.string())).nullish(),
      })
      .nullish(),
  }),
})
type DataSet = z.infer<typeof DataSet>['DataSet']

/** A tag has 256 characters, and an ID 36. */
const mostProfiles = 6
const delimiter = ','

export const quicksight: EmbeddingProvider = {
  mostProfiles,

  async test(connection, asking) {
    const answer = await call(connection, { path: `namespaces/${connection.namespace}` }, asking)
    readAs(z.object({ Namespace: z.object({ Name: z.string() }) }), answer)
  },

  async check(connection, { type, externalId }, asking) {
    const [dashboardId = '', sheetId, visualId] = externalId.split('/')
    const { Dashboard: dashboard } = readAs(
      Dashboard,
      await call(connection, { path: `dashboards/${dashboardId}` }, asking),
    )
    if (type === 'visual') {
      const answer = await call(connection, { path: `dashboards/${dashboardId}/definition` }, asking)
      const sheet = readAs(Definition, answer).Definition.Sheets?.find(({ SheetId }) => SheetId === sheetId)
      const visuals = sheet?.Visuals?.flatMap((visual) => Object.values(visual)) ?? []
      if (!visuals.some(({ VisualId }) => VisualId === visualId)) throw missing()
    }
    const dataSets = await askEach(dashboard.Version.DataSetArns, async (arn) => {
      const path = `data-sets/${encodeURIComponent(arn.slice(arn.indexOf('/') + 1))}`
      return readAs(DataSet, await call(connection, { path }, asking)).DataSet
    })
    for (const dataSet of dataSets) requireTags(dataSet, connection)
  },

  async open(connection, { type, externalId }, { tenantId, profileIds }, asking) {
    const { region, accountId, namespace, tenantFilter, profileFilter, sessionMinutes } = connection
    const [dashboardId = '', SheetId, VisualId] = externalId.split('/')
    const visual = { InitialDashboardVisualId: { DashboardId: dashboardId, SheetId, VisualId } }
    const body = JSON.stringify({
      SessionLifetimeInMinutes: sessionMinutes,
      Namespace: namespace,
      SessionTags: [
        { Key: tenantFilter, Value: tenantId },
        { Key: profileFilter, Value: profileIds.join(delimiter) },
      ],
      AuthorizedResourceArns: [`arn:aws:quicksight:${region}:${accountId}:dashboard/${dashboardId}`],
      ExperienceConfiguration:
        type === 'visual' ? { DashboardVisual: visual } : { Dashboard: { InitialDashboardId: dashboardId } },
      AllowedDomains: [asking.origin],
    })
    const answer = await call(connection, { path: 'embed-url/anonymous-user', body }, asking)
    const { EmbedUrl } = readAs(z.object({ EmbedUrl: z.url() }), answer)
    if (!isQuickSight(new URL(EmbedUrl), asking)) throw problem('not-understood')
    return { url: EmbedUrl, endsAt: new Date(asking.now.getTime() + sessionMinutes * 60_000) }
  },
}

const isQuickSight = (url: URL, { extraHosts }: Asking) =>
  isExtraHost(url, extraHosts) ||
  (url.protocol === 'https:' && url.hostname.endsWith('.quicksight.aws.amazon.com'))

/** Without tags of both filters in every set of rules, rows of others would be shown. */
function requireTags(
  { Name, RowLevelPermissionTagConfiguration: rules }: DataSet,
  connection: Connection,
): void {
  const { tenantFilter, profileFilter } = connection
  for (const filter of [tenantFilter, profileFilter]) {
    const rule = rules?.TagRules.find(({ TagKey }) => TagKey === filter)
    const isInEverySet = rules?.TagRuleConfigurations?.every((set) => set.includes(filter)) ?? true
    const takesMany = filter === tenantFilter || rule?.TagMultiValueDelimiter === delimiter
    if (!rule || rules?.Status === 'DISABLED' || !isInEverySet || !takesMany) throw unmapped(Name, filter)
  }
}

/** A signed call. A body makes it a POST. */
async function call(
  connection: Connection,
  { path, body }: { readonly path: string; readonly body?: string },
  asking: Asking,
): Promise<ProviderAnswer> {
  const { address, region, accountId, user, secret } = connection
  const url = new URL(
    `${address.replace(/\/+$/, '') || `https://quicksight.${region}.amazonaws.com`}/accounts/${accountId}/${path}`,
  )
  const method = body === undefined ? 'GET' : 'POST'
  const signer = new SignatureV4({
    service: 'quicksight',
    region,
    credentials: { accessKeyId: user, secretAccessKey: secret },
    sha256: Sha256,
  })
  const { headers } = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body,
    },
    { signingDate: asking.now },
  )
  const answer = await ask(url, { method, headers, ...(body !== undefined && { body }) }, asking)
  // A key that AWS does not know, and a wrong signature, are refused like a missing right.
  if (answer.status === 403 && /token|signature|credential/i.test(messageOf(answer)))
    throw problem('credentials')
  return answer
}

function messageOf(answer: ProviderAnswer): string {
  const said = z
    .object({ message: z.string().optional(), Message: z.string().optional() })
    .safeParse(jsonOf(answer.bytes))
  return said.data?.message ?? said.data?.Message ?? ''
}

/** The hash that the signer asks for, with a key if it has one. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key))
  }

  update(given: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(given))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }
}

function bytesOf(given: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof given === 'string') return Buffer.from(given)
  return ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given)
}
