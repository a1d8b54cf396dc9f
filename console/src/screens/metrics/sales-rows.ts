import {
  burstKinds,
  burstSorts,
  noOwner,
  representativeSorts,
  waitingOwnerSorts,
  waitingSorts,
} from '@verbatim/contract/dashboards.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import type { RowsGroup } from './rows-address.ts'

const isOwner = (of: string) => of === noOwner || UserId.safeParse(of).success
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
    { rows: 'waiting', label: 'Waiting clients', sorts: waitingSorts, sort: 'since', takes: isOwner },
    {
      rows: 'waiting-owners',
      label: 'Waiting by representative',
      sorts: waitingOwnerSorts,
      sort: '-waiting',
    },
    { rows: 'bursts', label: 'Response times', sorts: burstSorts, sort: '-postedAt', takes: isBurstKind },
  ],
}
