import type { GroupId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import type { TenantTx } from '#platform/db.ts'

interface NewGroup {
  readonly id: GroupId
  readonly name: string
  readonly description?: string
  /** Whether members read messages from before they joined. */
  readonly sharedConversationHistory?: boolean
}

export async function createGroups(tx: TenantTx, groups: readonly NewGroup[]): Promise<void> {
  if (groups.length === 0) return
  await tx
    .insertInto('conversation_group')
    .values(
      groups.map(({ id, name, description = '', sharedConversationHistory = false }) => ({
        id,
        name,
        name_key: nameKey(name),
        description,
        shared_conversation_history: sharedConversationHistory,
      })),
    )
    .execute()
}
