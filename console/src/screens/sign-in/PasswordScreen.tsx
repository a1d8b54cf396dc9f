import { getRouteApi } from '@tanstack/react-router'
import { failures } from '@verbatim/contract/errors.ts'
import { PasswordStep } from '@verbatim/ui/PasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/SignInFrame.tsx'
import { useHouse } from '#shell/use-house.ts'
import { useSignIn } from './SignInFlow.tsx'

const route = getRouteApi('/_entry')

const notices = {
  expired: failures['session.expired'].message,
  unknown: failures['identity.sign-on-unknown'].message,
  refused: failures['identity.sign-on-refused'].message,
  locked: 'You were signed out because nobody used this page for a while.',
}

/** The tab goes elsewhere: what was busy here stays so. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}

/** Sign-in: email and password, or single sign-on. */
export function PasswordScreen() {
  const { session, organization } = useHouse()
  const { failure, busy, advance, forget, email } = useSignIn()
  const search = route.useSearch()
  const { singleSignOn } = session
  return (
    <SignInFrame organization={organization.name} logo={organization.logo} title="Sign in">
      <PasswordStep
        email={email}
        notice={search.ended && notices[search.ended]}
        error={failure?.message}
        busy={busy}
        onForgotten={forget}
        onSingleSignOn={
          singleSignOn &&
          (() => advance(async () => leaveFor(await singleSignOn.begin(search.return ?? '/'))))
        }
        onSubmit={(typed, password) => advance(() => session.signIn(typed, password), typed)}
      />
    </SignInFrame>
  )
}
