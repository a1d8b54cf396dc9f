import { Button } from '@mantine/core'
import { resetCodeMinutes, resendSeconds } from '@verbatim/contract/identity.ts'
import { ResetPasswordStep } from '@verbatim/ui/sign-in/ResetPasswordStep.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { useState } from 'react'
import { takeResetLink } from './reset-link.ts'
import { useSignIn } from './SignInFlow.tsx'

/** Sets a password with the mailed code, and signs in with it. */
export function ResetPasswordScreen() {
  const { organization } = useAppContext()
  const { email, codeSentAt, failure, busy, reset, sendCode, startAgain, isArrived, leave } = useSignIn()
  const [link] = useState(takeResetLink)
  if (isArrived)
    return (
      <SignInFrame organization={organization.name} title="Your password was changed">
        <Button fullWidth autoFocus onClick={leave}>
          Continue to Messenger
        </Button>
      </SignInFrame>
    )
  return (
    <SignInFrame organization={organization.name} title="Reset your password">
      <ResetPasswordStep
        email={email || link.email}
        code={link.code}
        codeMinutes={resetCodeMinutes}
        codeSentAt={codeSentAt}
        resendSeconds={resendSeconds}
        error={failure?.message}
        busy={busy}
        onResend={sendCode}
        onBack={startAgain}
        onSubmit={reset}
      >
        <MailWaits />
      </ResetPasswordStep>
    </SignInFrame>
  )
}
