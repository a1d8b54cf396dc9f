import { ForgotPasswordStep } from '@verbatim/ui/sign-in/ForgotPasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { useSignIn } from './SignInFlow.tsx'

/** Requests a code that resets the password. The answer is the same if there is no such account. */
export function ForgotPasswordScreen() {
  const { name } = useAppContext().organization
  const { email, failure, busy, sendCode, startAgain } = useSignIn()
  return (
    <SignInFrame organization={name} title="Forgot your password?">
      <ForgotPasswordStep
        email={email}
        error={failure?.message}
        busy={busy}
        onSubmit={sendCode}
        onBack={startAgain}
      />
    </SignInFrame>
  )
}
