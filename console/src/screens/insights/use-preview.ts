import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import { useApi } from '#shell/use-app-context.ts'
import { previewQuery } from './queries.ts'

const restMs = 300

/** The figures of tiles while they are built: counted after a pause, not at each key. */
export function usePreview(tiles: readonly Tile[], days: number) {
  const [settled] = useDebouncedValue(JSON.stringify({ tiles, days }), restMs)
  const asked = JSON.parse(settled) as { tiles: Tile[]; days: number }
  return useQuery(previewQuery(useApi(), asked.tiles, asked.days))
}
