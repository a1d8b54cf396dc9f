import { asFailure } from '@verbatim/client/failure.ts'
import { endOtherDevices } from '@verbatim/contract/account.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useHouse } from './use-house.ts'

/** The two ways out. What follows (the sign-in page, an empty cache) is the same as when a session ends by itself. */
export function useSignOut() {
  const { api, session } = useHouse()
  const toast = useToast()
  return {
    signOut: () => void session.signOut().then((address) => address && location.assign(address)),
    signOutEverywhere: () => {
      api(endOtherDevices, {})
        .then(() => session.signOutEverywhere())
        .catch((error: unknown) => {
          toast({
            tone: 'failed',
            title: 'You are still signed in elsewhere',
            message: asFailure(error).message,
          })
        })
    },
  }
}
