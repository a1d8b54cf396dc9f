import { endOtherDevices } from '@verbatim/contract/devices.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useAppContext } from './use-app-context.ts'

/** The two ways to sign out. The result (the sign-in page, an empty cache) is the same as when a session ends by itself. */
export function useSignOut() {
  const { api, session } = useAppContext()
  const tellFailure = useFailureToast()
  return {
    signOut: () => void session.signOut().then((address) => address && location.assign(address)),
    signOutEverywhere: () => {
      api(endOtherDevices, {})
        .then(() => session.signOutEverywhere())
        .catch((error: unknown) => {
          tellFailure('You are still signed in on other devices', error)
        })
    },
  }
}
