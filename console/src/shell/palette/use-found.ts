import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Found, findLimits, findThings } from '@verbatim/contract/find.ts'
import { useApi } from '#shell/use-app-context.ts'

const restMs = 100

interface Finding {
  /** While a new text is searched, the results of the last one. */
  readonly found: readonly Found[]
  readonly state: 'idle' | 'looking' | 'failed' | 'done'
}

const nothing: readonly Found[] = []

/** The server's results. They are requested when typing pauses, and further typing cancels the request. */
export function useFound(typed: string): Finding {
  const api = useApi()
  const sought = typed.trim().slice(0, findLimits.text)
  const [text] = useDebouncedValue(sought, restMs)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['find', text],
    queryFn: async ({ signal }) => (await api(findThings, { query: { text } }, signal)).items,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 30_000,
  })
  if (sought === '') return { found: nothing, state: 'idle' }
  if (sought !== text) return { found: data ?? nothing, state: 'looking' }
  if (error) return { found: nothing, state: 'failed' }
  return { found: data ?? nothing, state: !data || isPlaceholderData ? 'looking' : 'done' }
}
