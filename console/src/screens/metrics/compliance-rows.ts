import { policySorts, reviewerSorts } from '@verbatim/contract/supervision.ts'
import type { RowsGroup } from './rows-address.ts'

/** The rows of Cognitive Compliance. */
export const complianceRows: RowsGroup = {
  tab: 'cognitive-compliance',
  title: 'Policies and reviewers',
  kinds: [
    { rows: 'policies', label: 'Policies', sorts: policySorts, sort: '-events' },
    { rows: 'reviewers', label: 'Reviewers', sorts: reviewerSorts, sort: '-open' },
  ],
}
