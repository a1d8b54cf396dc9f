import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { PasswordReset } from '@verbatim/client/passwords.ts'
import type { SignInStep } from '@verbatim/client/sign-in.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { isElsewhere, returnAddress } from '#shell/session-end.ts'
import { useAppContext } from '#shell/use-app-context.ts'

/** The part of a sign-in that sets another password. */
export interface PasswordResetting {
  /** When a code to reset the password was sent from here, in milliseconds since 1970. */
  readonly codeSentAt: number | undefined
  /** Requests a mail with a code that resets the password, and asks for the code. */
  readonly sendCode: (email: string) => void
  /** Sets the new password, and signs in with it. */
  readonly reset: (wanted: PasswordReset) => void
  /** That a new password was set, once it was. */
  readonly changed: string | undefined
  /** The new password has signed in, and the user goes on to another application. */
  readonly isArrived: boolean
}

interface Flow {
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>
  readonly goOn: (next: SignInStep) => Promise<void>
  readonly onEmail: (email: string) => void
}

const changedWords = 'Your password was changed.'
const route = getRouteApi('/_entry')

export function usePasswordReset({
  attempt,
  goOn,
  onEmail,
}: Flow): PasswordResetting & { readonly begin: () => void } {
  const search = route.useSearch()
  const { navigate } = useRouter()
  const { session } = useAppContext()
  const toast = useToast()
  const [codeSentAt, setCodeSentAt] = useState<number>()
  const [changed, setChanged] = useState<string>()
  const [isArrived, setArrived] = useState(false)
  const signIn = async ({ email, password }: PasswordReset) => {
    const next = await session.signIn(email, password)
    if (next.next === 'done') {
      // A toast does not go over to the other application.
      if (isElsewhere(returnAddress(search.return))) return setArrived(true)
      toast({ tone: 'done', title: 'Your password was changed' })
    }
    await goOn(next)
  }
  return {
    codeSentAt,
    changed,
    isArrived,
    begin: () => {
      setCodeSentAt(undefined)
      setChanged(undefined)
    },
    sendCode: (typed) => {
      onEmail(typed)
      void attempt(async () => {
        await session.forgotPassword(typed)
        setCodeSentAt(Date.now())
        await navigate({ to: '/reset-password', search, replace: true })
      })
    },
    reset: (wanted) =>
      void attempt(async () => {
        await session.resetPassword(wanted)
        onEmail(wanted.email)
        setChanged(changedWords)
        try {
          await signIn(wanted)
        } catch (error) {
          // The code is used up, so only the sign-in can be tried again.
          await navigate({ to: '/sign-in', search, replace: true })
          throw error
        }
      }),
  }
}
