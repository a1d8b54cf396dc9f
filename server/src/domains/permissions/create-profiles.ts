import type { Channel } from '@verbatim/contract/channels.ts'
import type { GroupId, PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import type { TenantTx } from '#platform/db.ts'

interface NewProfile {
  readonly id: PermissionProfileId
  readonly name: string
  readonly description?: string
  readonly channels: readonly Channel[]
  readonly groupIds: 'all' | readonly GroupId[]
  readonly permissions?: readonly Permission[]
}

/** Inserts profiles as they are, any number at once. What an administrator makes is checked and audited in `changes.ts`. */
export async function createProfiles(tx: TenantTx, profiles: readonly NewProfile[]): Promise<void> {
  if (profiles.length === 0) return
  await tx
    .insertInto('permission_profile')
    .values(
      profiles.map(({ id, name, description = '', channels, groupIds, permissions }) => ({
        id,
        name,
        name_key: nameKey(name),
        description,
        channels: [...channels],
        all_groups: groupIds === 'all',
        permissions: permissions && permissions.length > 0 ? [...permissions] : null,
      })),
    )
    .execute()
  const granted = profiles.flatMap(({ id, groupIds }) =>
    groupIds === 'all' ? [] : groupIds.map((group_id) => ({ profile_id: id, group_id })),
  )
  if (granted.length > 0) await tx.insertInto('permission_profile_group').values(granted).execute()
}
