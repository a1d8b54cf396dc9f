import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { insightProviderCalls } from '@verbatim/contract/insight-providers.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { oneQuery } from '#lists/one-query.ts'

export const insightProviderQuery = oneQuery(['insight-providers'], insightProviderCalls.get)

/** The most providers to choose from. */
const mostChoices = 100

export const providerChoices = (api: Api) =>
  queryOptions({
    queryKey: ['insight-providers', 'choices'],
    queryFn: async ({ signal }) =>
      (await api(insightProviderCalls.list, { query: formatListQuery({ limit: mostChoices }) }, signal))
        .items,
  })
