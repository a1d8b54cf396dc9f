import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type Export, getExport } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'

const lookAgainMs = 600

/** An export, requested again until it is finished. */
export function exportQuery(api: Api, id: ExportId) {
  return queryOptions({
    queryKey: ['exports', id],
    queryFn: ({ signal }) => api(getExport, { params: { id } }, signal),
    refetchInterval: ({ state: { data, error } }) => (error || (data && isOver(data)) ? false : lookAgainMs),
  })
}

export const isOver = ({ state }: Pick<Export, 'state'>) => state !== 'queued' && state !== 'running'
