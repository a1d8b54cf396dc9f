import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { insightProviderCalls, InsightProviderId } from '@verbatim/contract/insight-providers.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { oneQuery } from '#lists/one-query.ts'

export const insightProviderQuery = oneQuery({
  key: ['insight-providers'],
  id: InsightProviderId,
  missing: 'insight-provider.not-found',
  read: (api, id, signal) => api(insightProviderCalls.get, { params: { id } }, signal),
})

/** The most providers to choose from. */
const mostChoices = 100

export const providerChoices = (api: Api) =>
  queryOptions({
    queryKey: ['insight-providers', 'choices'],
    queryFn: async ({ signal }) =>
      (await api(insightProviderCalls.list, { query: formatListQuery({ limit: mostChoices }) }, signal))
        .items,
  })
