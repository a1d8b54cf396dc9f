import {
  burstSorts,
  representativeSorts,
  waitingOwnerSorts,
  waitingSorts,
} from '@verbatim/contract/metric-lists.ts'
import { burstsOf, waitingOf } from '@verbatim/contract/rows-of.ts'
import type { RowsGroup } from './rows-address.ts'

const isOfWaiting = (of: string) => waitingOf(of) !== undefined
const isOfBursts = (of: string) => burstsOf(of) !== undefined

/** The rows of Sales Effectiveness. */
export const salesRows: RowsGroup = {
  tab: 'sales-effectiveness',
  title: 'Representatives and clients',
  kinds: [
    { rows: 'active', label: 'Active', sorts: representativeSorts, sort: '-sent' },
    { rows: 'inactive', label: 'Inactive', sorts: representativeSorts, sort: 'lastSentAt' },
    { rows: 'new', label: 'New', sorts: representativeSorts, sort: '-sent' },
    { rows: 'all', label: 'All', sorts: representativeSorts, sort: '-sent' },
    { rows: 'waiting', label: 'Waiting clients', sorts: waitingSorts, sort: 'since', takes: isOfWaiting },
    {
      rows: 'waiting-owners',
      label: 'Waiting by representative',
      sorts: waitingOwnerSorts,
      sort: '-waiting',
    },
    { rows: 'bursts', label: 'Response times', sorts: burstSorts, sort: '-postedAt', takes: isOfBursts },
  ],
}
