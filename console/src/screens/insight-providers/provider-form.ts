import type {
  InsightProvider,
  InsightProviderDraft,
  ProviderKind,
} from '@verbatim/contract/insight-providers.ts'

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

export const newProvider: ProviderValues = {
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
  sessionMinutes: 15,
}

export const toValues = (provider: InsightProvider): ProviderValues => ({
  name: provider.name,
  kind: provider.kind,
  address: provider.address,
  region: provider.region,
  accountId: provider.accountId,
  namespace: provider.namespace,
  user: provider.user,
  secret: '',
  apiKey: '',
  tenantFilter: provider.tenantFilter,
  profileFilter: provider.profileFilter,
  sessionMinutes: provider.sessionMinutes,
})
