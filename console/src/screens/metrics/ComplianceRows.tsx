import { complianceKinds } from './compliance-kinds.ts'
import { PoliciesTable } from './PoliciesTable.tsx'
import { ReviewersTable } from './ReviewersTable.tsx'
import { useRowsAddress } from './rows-address.ts'

/** What each policy found, or what each reviewer has open and decided. */
export function ComplianceRows() {
  const { state } = useRowsAddress('cognitive-compliance', complianceKinds)
  return state.rows === 'reviewers' ? <ReviewersTable /> : <PoliciesTable />
}
