import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { User } from '@verbatim/contract/users.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi } from '#shell/use-app-context.ts'
import { invitationQuery, userQuery } from './queries.ts'
import { type Side, sides } from './sides.ts'

/** Lets a user sign in, or no longer. */
export const useEnableUser = (
  side: Side,
  { id, version, fullName }: Pick<User, 'id' | 'version' | 'fullName'>,
) =>
  useAct({
    call: (api, enabled: boolean) =>
      api(sides[side].calls.update, { params: { id }, body: { enabled, expectedVersion: version } }),
    done: (_, enabled) => `“${fullName}” ${enabled ? 'can sign in again' : 'can no longer sign in'}`,
    failed: 'Nothing was changed',
    touches: ['users'],
  })

type UserAct = 'resendInvitation' | 'resetSecondStep'

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
