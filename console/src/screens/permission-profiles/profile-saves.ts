import { mutationOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  type PermissionProfileDetail,
  type ProfileInfo,
  type ProfileMembersChange,
  type ProfilePermissions,
  updateProfileInfo,
  updateProfileMembers,
  updateProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'

/** One part of a profile as it is to be. */
export type ProfilePart =
  | { readonly part: 'info'; readonly info: ProfileInfo }
  | { readonly part: 'permissions'; readonly given: ProfilePermissions }
  | { readonly part: 'members'; readonly change: ProfileMembersChange }

/**
 * The saves of one profile, one after the other in the order in which they were asked for: one is on its way, later ones
 * wait, and each is decided on the version that the one before it gave. Source: docs/rules/permissions.md.
 * @param own The version that the newest of them gave.
 */
export const profileSaves = (
  api: Api,
  { id, version }: Pick<PermissionProfileDetail, 'id' | 'version'>,
  own: { current: number },
) =>
  mutationOptions({
    scope: { id: `permission-profile ${id}` },
    mutationFn: async (asked: ProfilePart) => {
      const saved = await send(api, { id }, asked, Math.max(own.current, version))
      own.current = saved.version
      return saved
    },
  })

function send(
  api: Api,
  params: Pick<PermissionProfileDetail, 'id'>,
  asked: ProfilePart,
  expectedVersion: number,
): Promise<PermissionProfileDetail> {
  if (asked.part === 'info')
    return api(updateProfileInfo, { params, body: { ...asked.info, expectedVersion } })
  return asked.part === 'permissions'
    ? api(updateProfilePermissions, { params, body: { ...asked.given, expectedVersion } })
    : api(updateProfileMembers, { params, body: { ...asked.change, expectedVersion } })
}
