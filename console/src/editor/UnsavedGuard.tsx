import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useEffect } from 'react'

/** Where the user is, or is about to go. */
export interface Place {
  readonly pathname: string
  readonly search: object
}

interface UnsavedGuardProps {
  /** What is being written: "policy". */
  thing: string
  /** Whether what is written stays in sight on the way from one place to another; the same page by default. */
  isSame?: (current: Place, next: Place) => boolean
  isDirty: boolean
  /** What was written has been saved: nothing is lost by leaving. */
  isLeaving: () => boolean
  onAsk: (isAsking: boolean) => void
  /** The session ended: no question is asked, and what was written may be kept. */
  onExpelled?: () => void
}

/** Asks before what was written is lost: on the way to another page, or out of the tab. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { thing, isSame = isSamePage, isDirty, isLeaving, onAsk, onExpelled } = props
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty || isLeaving()) return false
      if (next.pathname !== '/sign-in') return !isSame(current, next)
      // A user who comes back may go on; after a sign-out it need not be the same user who signs in.
      if ('ended' in next.search) onExpelled?.()
      return false
    },
    enableBeforeUnload: () => isDirty && !isLeaving(),
    withResolver: true,
  })
  const isAsking = status === 'blocked'
  useEffect(() => onAsk(isAsking), [isAsking, onAsk])
  return (
    <ConfirmModal
      opened={isAsking}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      destructive
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      The {thing} has unsaved changes. They are lost if you leave.
    </ConfirmModal>
  )
}

const isSamePage = (current: Place, next: Place) => current.pathname === next.pathname
