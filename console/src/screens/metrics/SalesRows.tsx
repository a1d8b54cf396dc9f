import { RepresentativesTable } from './RepresentativesTable.tsx'
import { useRowsAddress } from './rows-address.ts'
import { salesKinds } from './sales-kinds.ts'
import { WaitingTable } from './WaitingTable.tsx'

/** Who wrote, who did not, and who waits for an answer. */
export function SalesRows() {
  const { state } = useRowsAddress('sales-effectiveness', salesKinds)
  return state.rows === 'waiting' ? <WaitingTable /> : <RepresentativesTable />
}
