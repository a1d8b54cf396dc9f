import { useDebouncedValue } from '@mantine/hooks'
import { hashKey, useQuery } from '@tanstack/react-query'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import { useApi } from '#shell/use-app-context.ts'
import { previewQuery } from './queries.ts'

const restMs = 300

/**
 * The figures of tiles while they are built: counted after a pause, not at each key. Until they are, `isStale` says that the
 * shown ones are of another question.
 */
export function usePreview(tiles: readonly Tile[], days: number) {
  const api = useApi()
  const [settled] = useDebouncedValue(JSON.stringify({ tiles, days }), restMs)
  const asked = JSON.parse(settled) as { tiles: Tile[]; days: number }
  const query = previewQuery(api, asked.tiles, asked.days)
  const { data, refetch, isFetching, isPlaceholderData } = useQuery(query)
  const isAsked = hashKey(query.queryKey) === hashKey(previewQuery(api, tiles, days).queryKey)
  return { data, refetch, isFetching, isStale: data !== undefined && (isPlaceholderData || !isAsked) }
}
