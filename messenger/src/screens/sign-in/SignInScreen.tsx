import { getRouteApi, useRouter } from '@tanstack/react-router'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import type { AppContext } from '@verbatim/client/app-context.ts'
import { takeFirstRecoveryCodes } from '@verbatim/client/first-recovery-codes.ts'
import { codeSource, endedNotices } from '@verbatim/client/sign-in-words.ts'
import type { SignInStep } from '@verbatim/client/sign-in.ts'
// The session loads the proof of a password on demand; it comes with this screen, so that signing in does not wait for it.
import '@verbatim/client/sign-in.ts'
import { AuthenticatorSecret } from '@verbatim/ui/sign-in/AuthenticatorSecret.tsx'
import { CodeStep } from '@verbatim/ui/sign-in/CodeStep.tsx'
import { NewPasswordStep } from '@verbatim/ui/sign-in/NewPasswordStep.tsx'
import { PasswordStep } from '@verbatim/ui/sign-in/PasswordStep.tsx'
import { RecoveryCodes } from '@verbatim/ui/sign-in/RecoveryCodes.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useState } from 'react'
import { addressOf, returnPlace } from '#shell/session-end.ts'
import { leaveFor } from '@verbatim/client/leave.ts'
import { useVisit } from '#shell/use-visit.ts'

type PendingStep = Exclude<SignInStep, { next: 'done' }>

const route = getRouteApi('/sign-in')
const titles = {
  code: 'Enter your code',
  enrol: 'Set up a second step',
  'new-password': 'Choose a password',
} as const

/** Sign-in, step by step. Only the page holds it, so reloading starts again. */
export function SignInScreen() {
  const { app } = useVisit()
  // Without an app context there is a reader, and the route leads to the conversations.
  return app && <SignIn app={app} />
}

function SignIn({ app: { api, organization, session } }: { app: AppContext }) {
  const search = route.useSearch()
  const router = useRouter()
  const [step, setStep] = useState<PendingStep>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)

  const leave = () => router.navigate({ ...returnPlace(search.return), replace: true })
  const take = async (work: () => Promise<SignInStep>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await work()
      if (next.next !== 'done') return setStep(next)
      const codes = step?.next === 'enrol' ? await takeFirstRecoveryCodes(api) : undefined
      if (codes) setRecoveryCodes(codes)
      else await leave()
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const advance = (work: () => Promise<SignInStep>) => void take(work)
  const startAgain = () => {
    setStep(undefined)
    setFailure(undefined)
  }
  const common = { error: failure?.message, busy }
  const { singleSignOn } = session
  if (recoveryCodes)
    return (
      <SignInFrame organization={organization.name} title="Your recovery codes">
        <title>Sign in · Verbatim Messenger</title>
        <RecoveryCodes isWhole codes={recoveryCodes} onKept={() => void leave()} />
      </SignInFrame>
    )
  return (
    <SignInFrame organization={organization.name} title={step ? titles[step.next] : 'Sign in to Messenger'}>
      <title>Sign in · Verbatim Messenger</title>
      {step ? (
        <NextStep step={step} {...common} advance={advance} onStartAgain={startAgain} />
      ) : (
        <PasswordStep
          {...common}
          notice={search.ended && endedNotices[search.ended]}
          // The console's screens reset passwords for both applications, and lead back here.
          onForgotten={() => location.assign('/forgot-password?return=/messenger/')}
          onSingleSignOn={
            singleSignOn &&
            (() =>
              advance(async () => leaveFor(await singleSignOn.begin(addressOf(returnPlace(search.return))))))
          }
          onSubmit={(email, password) => advance(() => session.signIn(email, password))}
        />
      )}
    </SignInFrame>
  )
}

interface NextStepProps {
  step: PendingStep
  error: string | undefined
  busy: boolean
  advance: (work: () => Promise<SignInStep>) => void
  onStartAgain: () => void
}

/** The step after the password. */
function NextStep({ step, advance, onStartAgain, ...common }: NextStepProps) {
  switch (step.next) {
    case 'code':
      return (
        <CodeStep
          {...common}
          takesRecoveryCode={step.medium === 'authenticator'}
          onStartAgain={onStartAgain}
          onSubmit={(code) => advance(() => step.answer(code))}
          onResend={step.resend && (() => step.resend && advance(step.resend))}
        >
          {codeSource(step)}
        </CodeStep>
      )
    case 'enrol':
      return (
        <CodeStep
          {...common}
          onStartAgain={onStartAgain}
          onSubmit={(code) => advance(() => step.answer(code))}
        >
          <AuthenticatorSecret secret={step.secret} otpauthUri={step.uri} />
        </CodeStep>
      )
    case 'new-password':
      return <NewPasswordStep {...common} onSubmit={(password) => advance(() => step.answer(password))} />
  }
}
