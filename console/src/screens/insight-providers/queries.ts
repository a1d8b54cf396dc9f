import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { insightProviderCalls } from '@verbatim/contract/insight-providers.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'

/** The most providers to choose from. */
const mostChoices = 100

export const providerChoices = (api: Api) =>
  queryOptions({
    queryKey: ['insight-providers', 'choices'],
    queryFn: async ({ signal }) =>
      (await api(insightProviderCalls.list, { query: formatListQuery({ limit: mostChoices }) }, signal))
        .items,
  })
