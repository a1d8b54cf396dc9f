import { getRouteApi } from '@tanstack/react-router'
import { failures } from '@verbatim/contract/errors.ts'
import { PasswordStep } from '@verbatim/ui/PasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/SignInFrame.tsx'
import { useHouse } from '#shell/use-house.ts'
import { useSignIn } from './SignInFlow.tsx'

const route = getRouteApi('/_entry')

const notices = {
  expired: failures['session.expired'].message,
  locked: 'You were signed out because nobody used this page for a while.',
}

/** Sign-in: email and password. */
export function PasswordScreen() {
  const { session, organization } = useHouse()
  const { failure, busy, advance, forget, email } = useSignIn()
  const { ended } = route.useSearch()
  return (
    <SignInFrame organization={organization.name} title="Sign in">
      <PasswordStep
        email={email}
        notice={ended && notices[ended]}
        error={failure?.message}
        busy={busy}
        onForgotten={forget}
        onSubmit={(typed, password) => advance(() => session.signIn(typed, password), typed)}
      />
    </SignInFrame>
  )
}
