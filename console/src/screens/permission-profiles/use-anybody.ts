import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { groupPeople } from '#screens/groups/queries.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { profilePeople } from './queries.ts'

const most = 50

/** Users of the console and of the messenger whose name or mail address holds what is sought, each once. */
export function useAnybody(search: string) {
  const api = useApi()
  const knowsMessenger = useCan('groups.view')
  const question = { within: false, search, limit: most, skip: 0 }
  const sources = [profilePeople(undefined), ...(knowsMessenger ? [groupPeople('members', undefined)] : [])]
  return useQueries({
    queries: sources.map((source) => ({
      queryKey: [...source.key, question],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(api, question, signal),
      placeholderData: keepPreviousData,
    })),
    combine: (answers) => {
      const found = answers.flatMap(({ data }) => data?.items ?? [])
      return [...new Map(found.toReversed().map((person) => [person.id, person])).values()]
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .slice(0, most)
    },
  })
}
