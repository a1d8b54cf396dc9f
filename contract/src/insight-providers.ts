/** Insight providers: products outside of ours, whose dashboards and charts are shown as insights. */
import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion, lastChange } from './expected-version.ts'
import { id } from './ids.ts'
import { keysOf } from './keys-of.ts'
import { listSpec } from './list.ts'
import { emptyText, text, urlText } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { wholeNumber } from './whole-number.ts'

/** The products that can be connected. */
export const providerKinds = ['quicksight', 'metabase', 'superset'] as const
export const ProviderKind = z.enum(providerKinds)
export type ProviderKind = z.infer<typeof ProviderKind>

export const providerKindNames: Readonly<Record<ProviderKind, string>> = {
  quicksight: 'Amazon QuickSight',
  metabase: 'Metabase',
  superset: 'Apache Superset',
}

/** Who shows an insight: we ourselves, or a product. */
export const insightSources = ['native', ...providerKinds] as const
export const InsightSource = z.enum(insightSources)
export type InsightSource = z.infer<typeof InsightSource>

export const insightSourceNames: Readonly<Record<InsightSource, string>> = {
  native: 'Built here',
  ...providerKindNames,
}

/** Sizes; a session of QuickSight has no others. */
export const providerLimits = {
  name: 80,
  address: 500,
  user: 200,
  secret: 1_000,
  filter: 64,
  leastMinutes: 15,
  mostMinutes: 600,
  /** Who has an address of Metabase can use it again until it ends. */
  mostMetabaseMinutes: 60,
} as const

export const InsightProviderId = id<'InsightProviderId'>()
export type InsightProviderId = z.infer<typeof InsightProviderId>

/** A place on the web, under which paths are asked for. */
function isWebAddress(given: string): boolean {
  if (!URL.canParse(given) || !/^https?:\/\//i.test(given)) return false
  const { username, password, port } = new URL(given)
  // An empty query has a mark too, and paths are added behind it. Other low ports are those of other protocols.
  const isWebPort = port === '' || port === '80' || port === '443' || Number(port) >= 1_024
  return username === '' && password === '' && !/[?#]/.test(given) && isWebPort
}
const Address = text({ max: providerLimits.address }).refine((given) => given === '' || isWebAddress(given), {
  message: urlText,
})
/** The name of a parameter, a column or a tag. It becomes part of a condition, so it has no other characters. */
const FilterName = z
  .string()
  .trim()
  .max(providerLimits.filter)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use letters, digits and underscores, and begin with a letter.')
const Secret = z.string().min(1).max(providerLimits.secret)

const Fields = z.strictObject({
  name: text({ max: providerLimits.name, min: 1 }),
  kind: ProviderKind,
  /** Where it is; of QuickSight only if it is not the region's own endpoint. */
  address: Address.default(''),
  /** The AWS region and account of QuickSight, and the namespace of its readers. */
  region: text({ max: 30 }).default(''),
  accountId: text({ max: 12 }).default(''),
  namespace: text({ max: 64 }).default('default'),
  /** The access key ID of QuickSight, the user name of Superset. */
  user: text({ max: providerLimits.user }).default(''),
  /** The secret access key of QuickSight, the embedding secret of Metabase, the password of Superset. Without it, the stored one is kept. */
  secret: Secret.optional(),
  /** Of Metabase: it reads what a dashboard consists of. Without it, the stored one is kept. */
  apiKey: Secret.optional(),
  /** What the locked filters are called there: one has the organization's ID, one the IDs of the reader's permission profiles. */
  tenantFilter: FilterName.default('tenant_id'),
  profileFilter: FilterName.default('profile_id'),
  /** How long an opened insight can be read. */
  sessionMinutes: wholeNumber({ from: providerLimits.leastMinutes, to: providerLimits.mostMinutes }).default(
    15,
  ),
})

// QuickSight has other addresses in China and in the government's regions.
const awsRegion = /^(?!cn-|us-gov-)[a-z]{2}(-[a-z]+)+-\d$/

/** What each product needs. */
function requireFields(given: z.output<typeof Fields>, context: z.RefinementCtx): void {
  const require = (field: keyof typeof given, isGiven: boolean, message: string = emptyText) => {
    if (!isGiven) context.addIssue({ code: 'custom', path: [field], message })
  }
  if (given.kind === 'quicksight') {
    require('region', awsRegion.test(given.region), 'Enter a region such as eu-central-1.')
    require('accountId', /^\d{12}$/.test(given.accountId), 'An account ID has 12 digits.')
    require('namespace', /^[A-Za-z0-9._-]+$/.test(given.namespace), 'This is not the name of a namespace.')
  } else require('address', given.address !== '')
  if (given.kind !== 'metabase') require('user', given.user !== '')
  else {
    const most = providerLimits.mostMetabaseMinutes
    require('sessionMinutes', given.sessionMinutes <=
      most, `Metabase shows an insight for at most ${most} minutes.`)
  }
  require('profileFilter', given.profileFilter !==
    given.tenantFilter, 'The two filters need different names.')
}

export const InsightProviderDraft = Fields.superRefine(requireFields)
export type InsightProviderDraft = z.infer<typeof InsightProviderDraft>

/** Absent fields stay unchanged. */
export const InsightProviderChange = changeSchemaOf(Fields).extend(expectedVersion)
export type InsightProviderChange = z.infer<typeof InsightProviderChange>

export const InsightProvider = z.object({
  id: InsightProviderId,
  ...Fields.omit({ secret: true, apiKey: true }).shape,
  hasSecret: z.boolean(),
  hasApiKey: z.boolean(),
  /** How many insights it shows. */
  insights: z.int(),
  ...lastChange,
})
export type InsightProvider = z.infer<typeof InsightProvider>

export const insightProviderList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    kind: { type: 'enum', values: providerKinds, sort: true },
    insights: { type: 'number', sort: true },
    changedAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

const path = '/bff/api/v1/insight-providers'

export const insightProviderCalls = usualEndpoints({
  path,
  id: InsightProviderId,
  list: insightProviderList,
  viewedAs: 'insight-providers',
  thing: InsightProvider,
  draft: InsightProviderDraft,
  change: InsightProviderChange,
  view: 'insights.manage',
  manage: 'insights.connect',
  failures: {
    missing: 'insight-provider.not-found',
    changed: 'insight-provider.changed',
    refused: ['insight-provider.name-taken', 'insight-provider.no-secret', 'insight-provider.no-api-key'],
    refusedChange: ['insight-provider.kind-fixed'],
    refusedRemoval: ['insight-provider.in-use'],
  },
  example: {
    name: 'Desk dashboards',
    kind: 'metabase',
    address: 'https://metabase.halden.example',
    secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxl',
    apiKey: 'mb_example',
  },
})

/** Why a provider could not be asked. */
export const providerProblemTexts = {
  'private-address':
    'The address is not encrypted or is inside a private network, which this installation does not call.',
  dns: 'No server has this name. Check the address.',
  unreachable: 'The server refused the connection. Check the address.',
  certificate: 'The certificate of the server is not trusted, so nothing was sent.',
  timeout: 'The server did not answer in time. Try again.',
  credentials: 'The server did not accept the user or the key. Check them.',
  secret:
    'The embedding secret does not match this server. Copy it again from the server’s embedding settings.',
  'not-allowed': 'The user or key does not have access to this. Give it the permissions listed in the guide.',
  'embedding-off':
    'Embedding is turned off there. Turn it on for the product and for this dashboard or chart.',
  'host-refused': 'Embedding is not allowed at this address. Add the address to the allowed domains there.',
  'token-too-long':
    'Its guest tokens are valid for longer than a session here. Set GUEST_TOKEN_JWT_EXP_SECONDS to the length of a session at most.',
  busy: 'The server asked to try again later.',
  failed: 'The server failed. Try again later.',
  'nothing-there': 'This product was not found there. Check the address, the account and the namespace.',
  'not-understood': 'The server’s answer is not from this product. Check the address.',
}
const providerProblems = keysOf(providerProblemTexts)
export type ProviderProblem = (typeof providerProblems)[number]

/** Asks a provider with what is entered, saved or not. Without a secret, with the stored one of `id`. */
export const testInsightProvider = endpoint({
  method: 'POST',
  path: `${path}/test`,
  body: Fields.extend({ id: InsightProviderId.optional() }).superRefine(requireFields),
  response: z.object({ problem: z.enum(providerProblems).optional() }),
  access: 'insights.connect',
  failures: ['insight-provider.not-found', 'insight-provider.no-secret', 'insight-provider.no-api-key'],
})
