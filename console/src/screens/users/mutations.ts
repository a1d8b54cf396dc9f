import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@verbatim/contract/ids.ts'
import {
  getUserEffect,
  type PlatformUserChange,
  type PlatformUserDraft,
  type User,
} from '@verbatim/contract/users.ts'
import { useApi } from '#shell/use-app-context.ts'
import { invitationQuery, userQuery } from './queries.ts'
import { type Side, sides } from './sides.ts'

export function useInviteUser(side: Side) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: PlatformUserDraft) => api(sides[side].calls.invite, { body: draft }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}

/** Saves a change on the version it was decided on. */
export function useUpdateUser(side: Side, { id, version }: Pick<User, 'id' | 'version'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PlatformUserChange) =>
      api(sides[side].calls.update, { params: { id }, body: { ...change, expectedVersion: version } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}

/** Finds out what a change would do to what somebody sees. */
export function useUserEffect(id: UserId) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: Pick<PlatformUserChange, 'role' | 'permissionProfileIds'>) =>
      api(getUserEffect, { params: { id }, body }),
  })
}

export function useRemoveUser(side: Side, { id, version }: Pick<User, 'id' | 'version'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (to: { readonly successorId: UserId; readonly joinGroups: boolean } | undefined) =>
      api(sides[side].calls.remove, {
        params: { id },
        query: { expectedVersion: version, ...(to && { ...to, joinGroups: String(to.joinGroups) }) },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users', side, 'list'] }),
  })
}

export type UserAct = 'resendInvitation' | 'resetSecondStep'

/** What is done to somebody's sign-in; never their password. */
export function useUserAct(side: Side, id: UserId) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: UserAct) => api(sides[side].calls[act], { params: { id } }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery(api, side, id).queryKey, user)
      void queryClient.invalidateQueries({ queryKey: invitationQuery(api, side, id).queryKey })
    },
  })
}
