import { ContactsTable } from './ContactsTable.tsx'
import { ConversationsTable } from './ConversationsTable.tsx'
import { digitalRows } from './digital-rows.ts'
import { useRowsAddress } from './rows-address.ts'

/** Who took part, and in which conversations. */
export function DigitalRows() {
  const { state } = useRowsAddress(digitalRows)
  return state.rows === 'conversations' ? <ConversationsTable /> : <ContactsTable />
}
