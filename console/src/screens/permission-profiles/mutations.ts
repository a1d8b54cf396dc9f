import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import {
  createProfile,
  deleteProfile,
  type PermissionProfileDetail,
  type ProfileDraft,
  type ProfileInfo,
  type ProfileMembersChange,
  type ProfilePermissions,
  updateProfileInfo,
  updateProfileMembers,
  updateProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'
import { useRef } from 'react'
import { useApi } from '#shell/use-house.ts'
import { profileQuery } from './queries.ts'

export function useCreateProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProfileDraft) => api(createProfile, { body: draft }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['permission-profiles'] }),
  })
}

/** One part of a profile as it is to be. */
export type ProfilePart =
  | { readonly part: 'info'; readonly info: ProfileInfo }
  | { readonly part: 'permissions'; readonly given: ProfilePermissions }
  | { readonly part: 'members'; readonly change: ProfileMembersChange }

/**
 * Saves parts of a profile, one after the other in the order in which they were asked for: one is on its way, later
 * ones wait, and each is decided on the version that the one before it gave. Source: spec §4.
 * @param onSaved Told what stands after each.
 */
export function useSaveProfile(
  { id, version }: PermissionProfileDetail,
  onSaved: (profile: PermissionProfileDetail) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  /** What the newest of our own saves gave; a change of somebody else's is not in it, and is refused as such. */
  const own = useRef(version)
  return useMutation({
    scope: { id: `permission-profile ${id}` },
    mutationFn: (asked: ProfilePart) => {
      const expectedVersion = Math.max(own.current, version)
      const params = { id }
      if (asked.part === 'info')
        return api(updateProfileInfo, { params, body: { ...asked.info, expectedVersion } })
      if (asked.part === 'permissions')
        return api(updateProfilePermissions, { params, body: { ...asked.given, expectedVersion } })
      return api(updateProfileMembers, { params, body: { ...asked.change, expectedVersion } })
    },
    onSuccess: (profile) => {
      own.current = profile.version
      queryClient.setQueryData(profileQuery(api, id).queryKey, profile)
      onSaved(profile)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['permission-profiles'] })
    },
  })
}

export function useDeleteProfile({ id, version }: PermissionProfileDetail) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (moveTo: PermissionProfileId | undefined) =>
      api(deleteProfile, { params: { id }, query: { expectedVersion: version, moveTo } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['permission-profiles', 'list'] }),
  })
}
