import { complianceRows } from './compliance-rows.ts'
import { PoliciesTable } from './PoliciesTable.tsx'
import { ReviewersTable } from './ReviewersTable.tsx'
import { useRowsAddress } from './rows-address.ts'

/** What each policy found, or what each reviewer has open and decided. */
export function ComplianceRows() {
  const { state } = useRowsAddress(complianceRows)
  return state.rows === 'reviewers' ? <ReviewersTable /> : <PoliciesTable />
}
