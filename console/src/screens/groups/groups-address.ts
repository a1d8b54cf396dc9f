import { managedGroupList } from '@verbatim/contract/group-list.ts'
import { z } from 'zod'
import { useOverlayAddress } from '#shell/overlay-address.ts'

/** What the address says of an open group, beside the list's own question. */
export const GroupAddress = z.object({
  tab: z.enum(['details', 'members', 'contacts']).optional().catch(undefined),
})
export type GroupTab = NonNullable<z.infer<typeof GroupAddress>['tab']>

export const useGroupsAddress = () => useOverlayAddress(managedGroupList, '/organization/groups')
