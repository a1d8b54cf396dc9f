import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import { takeFirstRecoveryCodes } from '@verbatim/client/first-recovery-codes.ts'
import type { SignInStep } from '@verbatim/client/sign-in.ts'
// The session loads the proof of a password on demand; it comes with these screens, so that signing in does not wait for it.
import '@verbatim/client/sign-in.ts'
import { createContext, useContext, useState } from 'react'
import { isElsewhere, returnAddress } from '#shell/session-end.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import { type PasswordResetting, usePasswordReset } from './use-password-reset.ts'

type PendingStep = Exclude<SignInStep, { next: 'done' }>

/** A sign-in in progress. Only the page holds it, so reloading starts again. */
interface SignIn extends PasswordResetting {
  /** The step after the password; undefined before it. */
  readonly step: PendingStep | undefined
  /** The recovery codes of an authenticator that was just set up: shown before the sign-in continues. */
  readonly recoveryCodes: readonly string[] | undefined
  readonly failure: Failure | undefined
  readonly busy: boolean
  /** The user's name as typed so far. */
  readonly email: string
  /** Moves the sign-in one step forward, and to the screen of the next step. */
  readonly advance: (work: () => Promise<SignInStep>, email?: string) => void
  /** Goes to the screen that resets a forgotten password. */
  readonly forget: (email: string) => void
  readonly startAgain: () => void
  /** The page to return to. */
  readonly leave: () => void
}

const SignInContext = createContext<SignIn | undefined>(undefined)

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext)
  if (!signIn) throw new Error('A sign-in screen is outside the flow')
  return signIn
}

const route = getRouteApi('/_entry')

/** Provides a sign-in to its screens, and returns to the previous page. */
export function SignInFlow() {
  const search = route.useSearch()
  const { history, navigate } = useRouter()
  const { api } = useAppContext()
  const [step, setStep] = useState<PendingStep>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const [email, setEmail] = useState('')

  const leave = () => {
    const address = returnAddress(search.return)
    if (isElsewhere(address)) location.replace(address)
    else history.replace(address)
  }

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      const thrown = asFailure(error)
      setFailure(thrown)
      if (thrown.code === 'identity.reset-required') await navigate({ to: '/forgot-password', search })
    } finally {
      setBusy(false)
    }
  }
  const goOn = async (next: SignInStep) => {
    if (next.next === 'done') {
      const codes = step?.next === 'enrol' ? await takeFirstRecoveryCodes(api) : undefined
      return codes ? setRecoveryCodes(codes) : leave()
    }
    setStep(next)
    const to = next.next === 'new-password' ? '/set-password' : '/sign-in/verify'
    await navigate({ to, search, replace: true })
  }
  const advance: SignIn['advance'] = (work, typed) => {
    if (typed !== undefined) setEmail(typed)
    void attempt(async () => goOn(await work()))
  }
  const { begin, ...resetting } = usePasswordReset({ attempt, goOn, onEmail: setEmail })
  const forget = (typed: string) => {
    setEmail(typed)
    setFailure(undefined)
    void navigate({ to: '/forgot-password', search })
  }
  const startAgain = () => {
    setStep(undefined)
    setFailure(undefined)
    begin()
    void navigate({ to: '/sign-in', search, replace: true })
  }
  return (
    <SignInContext
      value={{
        step,
        recoveryCodes,
        leave,
        failure,
        busy,
        email,
        advance,
        forget,
        startAgain,
        ...resetting,
      }}
    >
      <Outlet />
    </SignInContext>
  )
}
