import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import type { SignInStep } from '@verbatim/client/sign-in.ts'
import { createContext, useContext, useState } from 'react'
import { returnAddress } from '#shell/session-end.ts'

type PendingStep = Exclude<SignInStep, { next: 'done' }>

/** A sign-in under way. It is held by the page alone: reloading begins again. */
export interface SignIn {
  /** What is asked for after the password; undefined before it. */
  readonly step: PendingStep | undefined
  readonly failure: Failure | undefined
  readonly busy: boolean
  /** Takes the sign-in one step further, and to the screen of the next step. */
  readonly advance: (work: () => Promise<SignInStep>) => void
  readonly startAgain: () => void
}

const SignInContext = createContext<SignIn | undefined>(undefined)

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext)
  if (!signIn) throw new Error('A sign-in screen stands outside the flow')
  return signIn
}

const route = getRouteApi('/sign-in')

/** Carries a sign-in over its screens, and leads back to where one came from. */
export function SignInFlow() {
  const search = route.useSearch()
  const { history, navigate } = useRouter()
  const [step, setStep] = useState<PendingStep>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)

  const take = async (work: () => Promise<SignInStep>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await work()
      if (next.next === 'done') return history.replace(returnAddress(search.return))
      setStep(next)
      await navigate({ to: '/sign-in/verify', search, replace: true })
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const startAgain = () => {
    setStep(undefined)
    setFailure(undefined)
    void navigate({ to: '/sign-in', search, replace: true })
  }
  return (
    <SignInContext value={{ step, failure, busy, advance: (work) => void take(work), startAgain }}>
      <Outlet />
    </SignInContext>
  )
}
