import { BurstsTable } from './BurstsTable.tsx'
import { RepresentativesTable } from './RepresentativesTable.tsx'
import { useRowsAddress } from './rows-address.ts'
import { salesRows } from './sales-rows.ts'
import { WaitingOwnersTable } from './WaitingOwnersTable.tsx'
import { WaitingTable } from './WaitingTable.tsx'

/** Who wrote, who did not, who waits for an answer, and how long answers took. */
export function SalesRows() {
  const { state } = useRowsAddress(salesRows)
  switch (state.rows) {
    case 'waiting':
      return <WaitingTable />
    case 'waiting-owners':
      return <WaitingOwnersTable />
    case 'bursts':
      return <BurstsTable />
    default:
      return <RepresentativesTable />
  }
}
