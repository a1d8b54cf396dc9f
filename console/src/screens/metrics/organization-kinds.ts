import { dayStateNames } from '@verbatim/contract/account-coverage.ts'
import { accountDaySorts } from '@verbatim/contract/dashboards.ts'
import type { RowsKind } from './rows-address.ts'

const newestFirst = { sorts: accountDaySorts, sort: '-day' } as const

/** The rows of Organization Overview: account days by their state. */
export const organizationKinds: readonly [RowsKind, ...RowsKind[]] = [
  { rows: 'incomplete', label: dayStateNames.incomplete, ...newestFirst },
  { rows: 'unknown', label: dayStateNames.unknown, ...newestFirst },
  { rows: 'complete', label: dayStateNames.complete, ...newestFirst },
  { rows: 'all', label: 'All', ...newestFirst },
]
