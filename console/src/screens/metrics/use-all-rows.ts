import type { listReviewerLoads, listSupervisedPolicies } from '@verbatim/contract/supervision.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { useApi } from '#shell/use-app-context.ts'
import { periodQuery } from './metric-period.ts'
import { type RowsState, usePeriod } from './rows-address.ts'

/** The most rows of one page of these lists. */
const most = 200

type Listing = typeof listSupervisedPolicies | typeof listReviewerLoads

/** Asks for the rows of every page of a table, in its order. */
export function useAllRows<L extends Listing>(
  listing: L,
  { sort, search }: RowsState,
): () => Promise<OutputOf<L>['items']> {
  const api = useApi()
  const { period } = usePeriod()
  return async () => {
    const all: OutputOf<L>['items'][number][] = []
    for (;;) {
      const query = { ...periodQuery(period), limit: most, skip: all.length, sort, ...(search && { search }) }
      const { items, total } = await api(listing as Listing, { query })
      all.push(...items)
      if (items.length === 0 || all.length >= total) return all as OutputOf<L>['items']
    }
  }
}
