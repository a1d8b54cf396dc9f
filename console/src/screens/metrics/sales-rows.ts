import {
  burstKinds,
  burstSorts,
  representativeSorts,
  waitingOwnerSorts,
  waitingSorts,
} from '@verbatim/contract/dashboards.ts'
import { waitingOf } from '@verbatim/contract/waiting-of.ts'
import type { RowsGroup } from './rows-address.ts'

const isOfWaiting = (of: string) => waitingOf(of) !== undefined
const isBurstKind = (of: string) => (burstKinds as readonly string[]).includes(of)

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
    { rows: 'bursts', label: 'Response times', sorts: burstSorts, sort: '-postedAt', takes: isBurstKind },
  ],
}
