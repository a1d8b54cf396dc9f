import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ExportedRows, exportedRows } from '@verbatim/contract/exported-rows.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RowExportCall, rowExportCalls, type RowOf } from '@verbatim/contract/row-exports.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { z } from 'zod'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { periodQuery } from './metric-period.ts'
import { type RowsGroup, usePeriod, useRowsAddress } from './rows-address.ts'

/** What a list takes beside the period, the order and the search: which of its rows. */
type Narrowing<Rows extends ExportedRows> = Partial<z.input<(typeof rowExportCalls)[Rows]['query']>>

/** The rows that the address asks a list for, and the export of all of them, not only of this page. */
export function useRows<Rows extends ExportedRows>(
  group: RowsGroup,
  rows: Rows,
  narrowing?: NoInfer<Narrowing<Rows>>,
) {
  const api = useApi()
  const { period } = usePeriod()
  const address = useRowsAddress(group)
  const { page, size, sort, search } = address.state
  const query = { ...periodQuery(period), sort, ...(search && { search }), ...narrowing }
  const call: RowExportCall = rowExportCalls[rows]
  const { data, error, isPlaceholderData, refetch } = openable(
    useQuery({
      queryKey: ['metrics', rows, period, address.state],
      queryFn: ({ signal }) =>
        api(call.list, { query: { ...query, limit: size, skip: (page - 1) * size } }, signal) as Promise<
          Page<RowOf<Rows>>
        >,
      placeholderData: keepPreviousData,
    }),
  )
  const name = exportedRows[rows]
  return {
    ...address,
    group,
    answer: { data, error, isPlaceholderData, refetch },
    exported: {
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      start: (format: ExportFormat) => api(call, { query, body: { format } }),
    },
  }
}

/** Rows on the screen. */
export type ShownRows<Row> = Omit<ReturnType<typeof useRows>, 'answer'> & {
  readonly answer: {
    readonly data: Page<Row> | undefined
    readonly error: Error | null
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
}
