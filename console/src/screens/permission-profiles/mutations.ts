import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import {
  createProfile,
  deleteProfile,
  getNewProfileEffect,
  type PermissionProfileDetail,
  type ProfileDraft,
} from '@verbatim/contract/permission-profiles.ts'
import { useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { profileSaves } from './profile-saves.ts'
import { profileQuery } from './queries.ts'

export function useCreateProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProfileDraft) => api(createProfile, { body: draft }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['permission-profiles'] }),
  })
}

/** Asks what a new profile would do; nothing is made. */
export function useFindNewEffect() {
  const api = useApi()
  return useMutation({
    mutationFn: (body: CallOf<typeof getNewProfileEffect>['body']) => api(getNewProfileEffect, { body }),
  })
}

/** Saves parts of a profile in the order in which they were asked for. @param onSaved Told what stands after each. */
export function useSaveProfile(
  profile: PermissionProfileDetail,
  onSaved: (profile: PermissionProfileDetail) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  /** What the newest of our own saves gave; a change of somebody else's is not in it, and is refused as such. */
  const [own] = useState(() => ({ current: profile.version }))
  return useMutation({
    ...profileSaves(api, profile, own),
    onSuccess: (saved) => {
      queryClient.setQueryData(profileQuery(api, profile.id).queryKey, saved)
      onSaved(saved)
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
