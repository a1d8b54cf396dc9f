import { Navigate } from '@tanstack/react-router'
import { NewPasswordStep } from '@verbatim/ui/sign-in/NewPasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { useSignIn } from './SignInFlow.tsx'

/** Sets a new password instead of the temporary one from an invitation. */
export function SetPasswordScreen() {
  const { name } = useAppContext().organization
  const { step, failure, busy, advance } = useSignIn()
  if (step?.next !== 'new-password')
    return <Navigate to={step ? '/sign-in/verify' : '/sign-in'} search replace />
  return (
    <SignInFrame organization={name} title="Choose a password">
      <NewPasswordStep
        error={failure?.message}
        busy={busy}
        onSubmit={(password) => advance(() => step.answer(password))}
      />
    </SignInFrame>
  )
}
