import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '@verbatim/contract/users.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
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

/** Actions on a user's sign-in; never their password. The toasts come also if the user's dialog is closed by then. */
export function useUserAct(side: Side, { id, email, fullName }: Pick<User, 'id' | 'email' | 'fullName'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const words = {
    resendInvitation: { done: `${email} was invited again`, failed: 'No invitation was sent' },
    resetSecondStep: {
      done: `The second step of “${fullName}” was reset`,
      failed: `The second step of “${fullName}” was not reset`,
    },
  }
  return useMutation({
    mutationFn: (act: UserAct) => api(sides[side].calls[act], { params: { id } }),
    onSuccess: (user, act) => {
      queryClient.setQueryData(userQuery(api, side, id).queryKey, user)
      void queryClient.invalidateQueries({ queryKey: invitationQuery(api, side, id).queryKey })
      toast({ tone: 'done', title: words[act].done })
    },
    onError: (error, act) => tellFailure(words[act].failed, error),
  })
}
