import {
  insightProviderCalls,
  InsightProviderDraft,
  insightProviderList,
  providerKindNames,
} from '@verbatim/contract/insight-providers.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { usualEditor } from '#editor/usual-editor.ts'
import { newProvider, type ProviderTypes, secretNames, toBody, toValues } from './provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'

/** A product that shows embedded insights: where it is, and what it is asked with. */
export const providerEditor = usualEditor(insightProviderCalls)<ProviderTypes>({
  noun: 'insight provider',
  short: 'provider',
  nameOf: ({ name }) => name,
  place: { list: insightProviderList, path: '/organization/insight-providers' },
  slice: 'insight-providers',
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
  secrets: ['secret', 'apiKey'],
  blank: newProvider,
  toValues,
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
  changed: 'insight-provider.changed',
  fieldOf: {
    'insight-provider.name-taken': 'name',
    'insight-provider.no-secret': 'secret',
    'insight-provider.no-api-key': 'apiKey',
    'insight-provider.kind-fixed': 'kind',
  },
  removal: {
    Effect: ({ thing: { insights } }) => (
      <p>
        {insights > 0 && `Delete its ${counted(insights, 'insight')} first. `}
        The stored secrets of the provider are deleted. Nothing changes in the product itself.
      </p>
    ),
  },
})
