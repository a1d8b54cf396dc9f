import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import type { ListAnswer } from './ListScreen.tsx'

/**
 * The rows of the question in the address; undefined while they are loading. Those of the question before stay in sight until then,
 * and no key may act on them.
 */
export function rowsOf<Row extends RowLike>({
  data,
  error,
  isPlaceholderData,
}: Omit<ListAnswer<{ readonly items: readonly Row[] }>, 'refetch'>): readonly Row[] | undefined {
  if (isPlaceholderData) return undefined
  return data?.items ?? (error ? [] : undefined)
}
