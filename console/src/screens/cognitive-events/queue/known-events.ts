import { useQueryClient } from '@tanstack/react-query'
import type { SoughtOptions } from '@verbatim/ui/options.ts'
import { useApi } from '#shell/use-app-context.ts'
import { eventAheadQuery, eventQuery } from '#screens/cognitive-events/queries.ts'

/** The names of events that were opened before. Others are not loaded for their names, because that would count as opening them. */
export const knownEvents: SoughtOptions = {
  useFound: () => ({ options: [], search: 'done' }),
  useNamed(values) {
    const api = useApi()
    const queryClient = useQueryClient()
    return values.map((value) => {
      const known =
        queryClient.getQueryData(eventQuery(api, value).queryKey) ??
        queryClient.getQueryData(eventAheadQuery(api, value).queryKey)
      if (!known) return { value, label: 'an event' }
      return { value, label: [known.policyName, known.from].filter(Boolean).join(', ') }
    })
  },
}
