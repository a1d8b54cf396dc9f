import { RepresentativesTable } from './RepresentativesTable.tsx'
import { useRowsAddress } from './rows-address.ts'
import { salesKinds } from './sales-kinds.ts'
import { WaitingOwnersTable } from './WaitingOwnersTable.tsx'
import { WaitingTable } from './WaitingTable.tsx'

/** Who wrote, who did not, and who waits for an answer. */
export function SalesRows() {
  const { state } = useRowsAddress('sales-effectiveness', salesKinds)
  if (state.rows === 'waiting') return <WaitingTable />
  return state.rows === 'waiting-owners' ? <WaitingOwnersTable /> : <RepresentativesTable />
}
