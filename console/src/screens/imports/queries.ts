import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { ImportId } from '@verbatim/contract/ids.ts'
import { getImport, type Import, type ImportKindName, listImports } from '@verbatim/contract/imports.ts'
import { type ImportOutcome, listImportRows } from '@verbatim/contract/import-rows.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { knownId } from '#lists/one-query.ts'

/** Whether a worker processes the import. */
export const isMoving = ({ state, mailsDue }: Pick<Import, 'state' | 'mailsDue'>) =>
  ['checking', 'queued', 'running', 'undoing'].includes(state) || mailsDue > 0

/** One import. While a worker processes it, it is requested every second and at each announced change. */
export function importQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) =>
      api(getImport, { params: { id: knownId(ImportId, id, 'import.not-found') } }, signal),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 1_000 : false),
  })
}

/** The newest imports of a kind. */
export function recentImportsQuery(api: Api, kind: ImportKindName) {
  const query = formatListQuery({
    limit: 5,
    filter: [{ field: 'kind', operator: 'eq', values: [kind] }],
  })
  return queryOptions({
    queryKey: ['imports', 'recent', kind],
    queryFn: async ({ signal }) => (await api(listImports, { query }, signal)).items,
  })
}

interface RowsQuestion {
  readonly outcome: ImportOutcome | undefined
  readonly page: number
  readonly size: number
}

/** One page of the rows of an import. `seen` changes when more rows are done. */
export function importRowsQuery(api: Api, id: ImportId, { outcome, page, size }: RowsQuestion, seen: string) {
  const query = formatListQuery({
    limit: size,
    skip: (page - 1) * size,
    ...(outcome && { filter: [{ field: 'outcome', operator: 'eq' as const, values: [outcome] }] }),
  })
  return queryOptions({
    queryKey: ['imports', 'rows', id, query, seen],
    queryFn: ({ signal }) => api(listImportRows, { params: { id }, query }, signal),
    placeholderData: keepPreviousData,
  })
}
