import { dayStateNames } from '@verbatim/contract/account-coverage.ts'
import { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { accountDaySorts } from '@verbatim/contract/metric-lists.ts'
import type { RowsGroup } from './rows-address.ts'

/** One account, or some channels. */
const isNarrowing = (of: string) =>
  AccountId.safeParse(of).success || of.split('|').every((one) => Channel.safeParse(one).success)

const newestFirst = { sorts: accountDaySorts, sort: '-day', takes: isNarrowing } as const

/** The rows of Organization Overview: account days by their state. */
export const organizationRows: RowsGroup = {
  tab: 'organization-overview',
  title: 'Account days',
  kinds: [
    { rows: 'incomplete', label: dayStateNames.incomplete, ...newestFirst },
    { rows: 'unknown', label: dayStateNames.unknown, ...newestFirst },
    { rows: 'complete', label: dayStateNames.complete, ...newestFirst },
    { rows: 'all', label: 'All', ...newestFirst },
  ],
}
