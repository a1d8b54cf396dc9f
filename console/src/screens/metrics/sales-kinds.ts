import {
  burstSorts,
  representativeSorts,
  waitingOwnerSorts,
  waitingSorts,
} from '@verbatim/contract/dashboards.ts'
import type { RowsKind } from './rows-address.ts'

/** The rows of Sales Effectiveness. */
export const salesKinds: readonly [RowsKind, ...RowsKind[]] = [
  { rows: 'active', label: 'Active', sorts: representativeSorts, sort: '-sent' },
  { rows: 'inactive', label: 'Inactive', sorts: representativeSorts, sort: 'lastSentAt' },
  { rows: 'new', label: 'New', sorts: representativeSorts, sort: '-sent' },
  { rows: 'all', label: 'All', sorts: representativeSorts, sort: '-sent' },
  { rows: 'waiting', label: 'Waiting clients', sorts: waitingSorts, sort: 'since' },
  {
    rows: 'waiting-owners',
    label: 'Waiting by representative',
    sorts: waitingOwnerSorts,
    sort: '-waiting',
  },
  { rows: 'bursts', label: 'Response times', sorts: burstSorts, sort: '-postedAt' },
]
