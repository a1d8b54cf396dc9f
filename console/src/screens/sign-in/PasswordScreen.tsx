import { getRouteApi } from '@tanstack/react-router'
import { failures } from '@verbatim/contract/errors.ts'
import { PasswordStep } from '@verbatim/ui/PasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/SignInFrame.tsx'
import { useHouse } from '#shell/use-house.ts'
import { useSignIn } from './SignInFlow.tsx'

const route = getRouteApi('/sign-in')

/** Sign-in: email and password. */
export function PasswordScreen() {
  const { session, organization } = useHouse()
  const { failure, busy, advance } = useSignIn()
  const { ended } = route.useSearch()
  return (
    <SignInFrame organization={organization.name} title="Sign in">
      <PasswordStep
        notice={ended && failures['session.expired'].message}
        error={failure?.message}
        busy={busy}
        onSubmit={(email, password) => advance(() => session.signIn(email, password))}
      />
    </SignInFrame>
  )
}
