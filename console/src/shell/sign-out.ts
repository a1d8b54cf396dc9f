import { useRouteContext } from '@tanstack/react-router'
import { notifications } from '@mantine/notifications'
import { asFailure } from '@verbatim/client/failure.ts'

/** The two ways out. What follows (the sign-in page, an empty cache) is the same as when a session ends by itself. */
export function useSignOut() {
  const { house } = useRouteContext({ from: '__root__' })
  return {
    signOut: () => void house.session.signOut(),
    signOutEverywhere: () => {
      house.session.signOutEverywhere().catch((error: unknown) => {
        notifications.show({
          color: 'red',
          title: 'You are still signed in elsewhere',
          message: asFailure(error).message,
        })
      })
    },
  }
}
