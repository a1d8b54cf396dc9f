import { getRouteApi } from '@tanstack/react-router'
import { leaveFor } from '@verbatim/client/leave.ts'
import { endedNotices } from '@verbatim/client/sign-in-words.ts'
import { PasswordStep } from '@verbatim/ui/sign-in/PasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { useSignIn } from './SignInFlow.tsx'

const route = getRouteApi('/_entry')

/** Sign-in: email and password, or single sign-on. */
export function PasswordScreen() {
  const { session, organization } = useAppContext()
  const { failure, busy, advance, forget, email, changed } = useSignIn()
  const search = route.useSearch()
  const { singleSignOn } = session
  return (
    <SignInFrame organization={organization.name} logo={organization.logo} title="Sign in">
      <PasswordStep
        email={email}
        notice={changed ?? (search.ended && endedNotices[search.ended])}
        error={failure && [changed, failure.message].filter(Boolean).join(' ')}
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
