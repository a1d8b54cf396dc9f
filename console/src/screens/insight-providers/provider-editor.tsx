import {
  type InsightProvider,
  insightProviderCalls,
  InsightProviderDraft,
  insightProviderList,
  type ProviderKind,
  providerKindNames,
} from '@verbatim/contract/insight-providers.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { defineEditor } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { insightProviderQuery } from './queries.ts'

/** The form's values; an empty secret is not entered. */
export interface ProviderValues extends Omit<InsightProviderDraft, 'sessionMinutes' | 'secret' | 'apiKey'> {
  readonly secret: string
  readonly apiKey: string
  /** An empty field has none. */
  readonly sessionMinutes: number | ''
}

export interface ProviderTypes {
  thing: InsightProvider
  values: ProviderValues
  body: InsightProviderDraft
}

/** Without what the product does not have. */
export function toBody({ secret, apiKey, ...values }: ProviderValues) {
  const isQuickSight = values.kind === 'quicksight'
  return {
    ...values,
    region: isQuickSight ? values.region : '',
    accountId: isQuickSight ? values.accountId : '',
    namespace: isQuickSight ? values.namespace : 'default',
    user: values.kind === 'metabase' ? '' : values.user,
    ...(secret && { secret }),
    ...(values.kind === 'metabase' && apiKey && { apiKey }),
  }
}

export const secretNames: Readonly<Record<ProviderKind, string>> = {
  quicksight: 'Secret access key',
  metabase: 'Embedding secret',
  superset: 'Password',
}

/** The field that a failure is about. */
const failedFields: Readonly<Partial<Record<string, keyof ProviderValues>>> = {
  'insight-provider.name-taken': 'name',
  'insight-provider.no-secret': 'secret',
  'insight-provider.no-api-key': 'apiKey',
  'insight-provider.kind-fixed': 'kind',
}

/** A product that shows embedded insights: where it is, and what it is asked with. */
export const providerEditor = defineEditor<ProviderTypes>({
  noun: 'insight provider',
  short: 'provider',
  nameOf: ({ name }) => name,
  place: { list: insightProviderList, path: '/organization/insight-providers' },
  slice: 'insight-providers',
  query: insightProviderQuery,
  manage: 'insights.connect',
  tabs: [
    {
      id: 'details',
      label: 'Provider',
      fields: [
        'name',
        'kind',
        'address',
        'region',
        'accountId',
        'namespace',
        'user',
        'secret',
        'apiKey',
        'tenantFilter',
        'profileFilter',
        'sessionMinutes',
      ],
      Content: ProviderFields,
    },
  ],
  blank: {
    name: '',
    kind: 'metabase',
    address: '',
    region: '',
    accountId: '',
    namespace: 'default',
    user: '',
    secret: '',
    apiKey: '',
    tenantFilter: 'tenant_id',
    profileFilter: 'profile_id',
    sessionMinutes: 60,
  },
  toValues: ({ id, hasSecret, hasApiKey, insights, version, changedAt, changedBy, ...values }) => ({
    ...values,
    secret: '',
    apiKey: '',
  }),
  schema: InsightProviderDraft,
  toBody,
  wordsOf: ({ secret, apiKey, ...values }) => ({
    Name: values.name,
    Product: providerKindNames[values.kind],
    Address: values.address,
    Region: values.region,
    Account: values.accountId,
    Namespace: values.namespace,
    User: values.user,
    [secretNames[values.kind]]: secret ? 'entered' : '',
    'API key': apiKey ? 'entered' : '',
    'Filter for the organization': values.tenantFilter,
    'Filter for permission profiles': values.profileFilter,
    Session: `${values.sessionMinutes} minutes`,
  }),
  changedBy: ({ changedBy, changedAt }) => ({ by: changedBy, at: changedAt }),
  changed: 'insight-provider.changed',
  fieldOf: ({ code }) => failedFields[code],
  save: async ({ api, base }, draft) => ({
    saved: base
      ? await api(insightProviderCalls.update, {
          params: { id: base.id },
          body: { ...draft, expectedVersion: base.version },
        })
      : await api(insightProviderCalls.create, { body: draft }),
  }),
  removal: defineRemoval<InsightProvider>({
    verb: 'Delete',
    noun: 'insight provider',
    nameOf: ({ name }) => name,
    slice: 'insight-providers',
    Effect: ({ thing: { insights } }) => (
      <p>
        {insights > 0 && `It shows ${counted(insights, 'insight')}, which have to be deleted first. `}
        Its stored secrets are deleted. Nothing is changed at the product itself.
      </p>
    ),
    remove: (api, { id, version }) =>
      api(insightProviderCalls.remove, { params: { id }, query: { expectedVersion: version } }),
  }),
})
