import { policySorts, reviewerSorts } from '@verbatim/contract/supervision.ts'
import type { RowsKind } from './rows-address.ts'

/** The rows of Cognitive Compliance. */
export const complianceKinds: readonly [RowsKind, ...RowsKind[]] = [
  { rows: 'policies', label: 'Policies', sorts: policySorts, sort: '-events' },
  { rows: 'reviewers', label: 'Reviewers', sorts: reviewerSorts, sort: '-open' },
]
