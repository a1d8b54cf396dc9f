import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { PlatformUserChange, User } from '@verbatim/contract/users.ts'
import { useApi } from '#shell/use-app-context.ts'
import { invitationQuery, userQuery } from './queries.ts'
import { type Side, sides } from './sides.ts'

/** Saves a change on the version that it is based on. */
export function useUpdateUser(side: Side, { id, version }: Pick<User, 'id' | 'version'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PlatformUserChange) =>
      api(sides[side].calls.update, { params: { id }, body: { ...change, expectedVersion: version } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}

export type UserAct = 'resendInvitation' | 'resetSecondStep'

/** Actions on a user's sign-in; never their password. */
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
