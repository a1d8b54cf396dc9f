import { Navigate } from '@tanstack/react-router'
import type { CodeStep as CodeAsked } from '@verbatim/client/sign-in.ts'
import { AuthenticatorSecret } from '@verbatim/ui/AuthenticatorSecret.tsx'
import { CodeStep } from '@verbatim/ui/CodeStep.tsx'
import { SignInFrame } from '@verbatim/ui/SignInFrame.tsx'
import { useHouse } from '#shell/use-house.ts'
import { useSignIn } from './SignInFlow.tsx'

/** What a sign-in asks for after the password: a code, or setting up an authenticator. */
export function VerifyScreen() {
  const { name } = useHouse().organization
  const { step, failure, busy, advance, startAgain } = useSignIn()
  const common = { error: failure?.message, busy, onStartAgain: startAgain }
  switch (step?.next) {
    case undefined:
      return <Navigate to="/sign-in" replace />
    case 'code':
      return (
        <SignInFrame organization={name} title="Enter your code">
          <CodeStep
            {...common}
            takesRecoveryCode={step.medium === 'authenticator'}
            onSubmit={(code) => advance(() => step.answer(code))}
            onResend={step.resend && (() => step.resend && advance(step.resend))}
          >
            {codeSource(step)}
          </CodeStep>
        </SignInFrame>
      )
    case 'enrol':
      return (
        <SignInFrame organization={name} title="Set up a second step">
          <CodeStep {...common} onSubmit={(code) => advance(() => step.answer(code))}>
            <AuthenticatorSecret secret={step.secret} otpauthUri={step.uri} />
          </CodeStep>
        </SignInFrame>
      )
    case 'new-password':
      return <Navigate to="/set-password" replace />
  }
}

function codeSource({ medium, sentTo }: CodeAsked): string {
  if (medium === 'authenticator')
    return 'Open your authenticator app and type the six digits it shows for Verbatim.'
  const where = medium === 'sms' ? 'as a text message' : 'by email'
  return `Type the six digits that were sent ${where}${sentTo ? ` to ${sentTo}` : ''}.`
}
