import { queryOptions } from '@tanstack/react-query'

/** The makers of rows, which are larger than the palette's field and list together. */
export const rowsQuery = queryOptions({
  queryKey: ['palette-rows'],
  queryFn: async () => (await import('./rows.ts')).paletteRows,
  staleTime: Infinity,
  gcTime: Infinity,
})
