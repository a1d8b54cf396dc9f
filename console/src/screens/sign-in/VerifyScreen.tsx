import { Alert } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { codeSource } from '@verbatim/client/sign-in-words.ts'
import { AuthenticatorSecret } from '@verbatim/ui/sign-in/AuthenticatorSecret.tsx'
import { CodeStep } from '@verbatim/ui/sign-in/CodeStep.tsx'
import { RecoveryCodes } from '@verbatim/ui/sign-in/RecoveryCodes.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { useSignIn } from './SignInFlow.tsx'

/** The step of a sign-in after the password: a code, or setting up an authenticator. */
export function VerifyScreen() {
  const { name } = useAppContext().organization
  const { step, recoveryCodes, leave, failure, busy, advance, startAgain, changed } = useSignIn()
  const common = { error: failure?.message, busy, onStartAgain: startAgain }
  const notice = changed && (
    <Alert color="indigo" role="status" mb="md">
      {changed}
    </Alert>
  )
  if (recoveryCodes)
    return (
      <SignInFrame organization={name} title="Your recovery codes">
        <RecoveryCodes isWhole codes={recoveryCodes} onKept={leave} />
      </SignInFrame>
    )
  switch (step?.next) {
    case undefined:
      return <Navigate to="/sign-in" search replace />
    case 'code':
      return (
        <SignInFrame organization={name} title="Enter your code">
          <CodeStep
            {...common}
            takesRecoveryCode={step.medium === 'authenticator'}
            onSubmit={(code) => advance(() => step.answer(code))}
            onResend={step.resend && (() => step.resend && advance(step.resend))}
          >
            {notice}
            {codeSource(step)}
          </CodeStep>
        </SignInFrame>
      )
    case 'enrol':
      return (
        <SignInFrame organization={name} title="Set up a second step">
          <CodeStep {...common} onSubmit={(code) => advance(() => step.answer(code))}>
            {notice}
            <AuthenticatorSecret secret={step.secret} otpauthUri={step.uri} />
          </CodeStep>
        </SignInFrame>
      )
    case 'new-password':
      return <Navigate to="/set-password" search replace />
  }
}
