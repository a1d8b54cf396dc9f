import type { GroupId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import type { TenantTx } from '#platform/db.ts'

export interface NewGroup {
  readonly id: GroupId
  readonly name: string
  readonly description?: string
}

export async function createGroups(tx: TenantTx, groups: readonly NewGroup[]): Promise<void> {
  if (groups.length === 0) return
  await tx
    .insertInto('conversation_group')
    .values(
      groups.map(({ id, name, description = '' }) => ({ id, name, name_key: nameKey(name), description })),
    )
    .execute()
}
