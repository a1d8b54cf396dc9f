import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useEffect } from 'react'

/** The user's current page, or the next one. */
export interface Place {
  readonly pathname: string
  readonly search: object
}

interface UnsavedGuardProps {
  /** The thing being edited: "policy". */
  thing: string
  /** Whether the input stays in sight between two places; the same page by default. */
  isSame?: (current: Place, next: Place) => boolean
  isDirty: boolean
  /** The input was saved: leaving loses nothing. */
  isLeaving: () => boolean
  onAsk: (isAsking: boolean) => void
  /** The session ended: no question is asked, and the input may be kept. */
  onExpelled?: () => void
}

/** Asks before unsaved input is lost: on the way to another page, or when the tab closes. */
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
