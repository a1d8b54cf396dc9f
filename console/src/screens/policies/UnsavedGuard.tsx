import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useEffect } from 'react'

interface UnsavedGuardProps {
  isDirty: boolean
  /** What was written has been saved: nothing is lost by leaving. */
  isLeaving: () => boolean
  onAsk: (isAsking: boolean) => void
  /** The session ended: nobody is asked, and what was written is to be kept. */
  onExpelled: () => void
}

/** Asks before what was written is lost: on the way to another page, another policy or version, or out of the tab. */
export function UnsavedGuard({ isDirty, isLeaving, onAsk, onExpelled }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty || isLeaving()) return false
      if (next.pathname !== '/sign-in') {
        return current.pathname !== next.pathname || versionOf(current) !== versionOf(next)
      }
      // Somebody who comes back may go on; whoever signs in after a sign-out need not be the same person.
      if ('ended' in next.search) onExpelled()
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
      title="Discard what you changed?"
      confirmLabel="Discard changes"
      destructive
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      The policy has changes that are not saved. They are lost when you leave it.
    </ConfirmModal>
  )
}

function versionOf({ search }: { search: object }): unknown {
  return 'version' in search ? search.version : undefined
}
