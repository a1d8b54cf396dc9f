import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'

interface FollowOptions {
  /** Back to the list. */
  close: () => void
  /** Somebody else saved before: the dialog itself says so. */
  changedCode: FailureCode
  /** Puts a failure beside the field that it is about; false where it is about none. */
  place?: (failure: Failure) => boolean
}

export type Follow = ReturnType<typeof useFollow>

/** What follows a saving: once it is done nobody is asked whether to leave; a failure stands at its field, or is told. */
export function useFollow({ close, changedCode, place }: FollowOptions) {
  const toast = useToast()
  const tellFailure = useFailureToast()
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    done: (title: string, action?: { label: string; act: () => void }) => {
      leaving.current = true
      toast({ tone: 'done', title, ...(action && { action }) })
      close()
    },
    failed: (title: string, error: unknown) => {
      const failure = asFailure(error)
      if (place?.(failure) || failure.code === changedCode) return
      tellFailure(title, failure)
    },
  }
}
