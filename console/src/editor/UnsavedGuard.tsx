import { useBlocker } from '@tanstack/react-router'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'

/** The user's current page, or the next one. */
export interface Place {
  readonly pathname: string
  readonly search: object
}

interface UnsavedGuardProps {
  /** The thing being edited: "policy". */
  thing: string
  /** Whether the input stays visible between two places; by default on the same page. */
  isSame?: (current: Place, next: Place) => boolean
  isDirty: boolean
  /** The input is on its way to the server. Leaving does not stop it. */
  isSaving: boolean
  /** The labels of the changed fields, where they are known. */
  changed?: () => readonly string[]
  /** The input was saved: leaving loses nothing. */
  isLeaving: () => boolean
  onAsk: (isAsking: boolean) => void
  /** The session ended: no question is shown, and the input may be kept. */
  onExpelled?: () => void
}

/** Asks before unsaved input is lost, when leaving the page or closing the tab. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { thing, isSame = isSamePage, isDirty, isSaving, isLeaving, onAsk, onExpelled } = props
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty || isLeaving()) return false
      if (next.pathname !== '/sign-in') return !isSame(current, next)
      // A user who comes back may continue; after a sign-out, another user may sign in.
      if ('ended' in next.search) onExpelled?.()
      return false
    },
    enableBeforeUnload: () => isDirty && !isLeaving(),
    withResolver: true,
  })
  const isAsking = status === 'blocked'
  const changed = isAsking && !isSaving ? (props.changed?.() ?? []) : []
  useEffect(() => onAsk(isAsking), [isAsking, onAsk])
  // The answer to the save is the answer to the question: a refusal is shown here.
  const answer = useEffectEvent(() => (isDirty ? reset?.() : proceed?.()))
  const isAskedOfSaving = isAsking && isSaving
  useLayoutEffect(() => (isAskedOfSaving ? () => answer() : undefined), [isAskedOfSaving])
  return (
    <ConfirmModal
      opened={isAsking}
      title={isSaving ? 'Leave before it is saved?' : 'Discard your changes?'}
      confirmLabel={isSaving ? 'Leave' : 'Discard changes'}
      destructive
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>
        {isSaving
          ? `The ${thing} is being saved, and saving continues if you leave. If the server rejects your changes, they are lost.`
          : `The ${thing} has unsaved changes. They are lost if you leave.`}
      </p>
      {changed.length > 0 && (
        <p>
          {counted(changed.length, 'changed field')}: {changed.join(', ')}.
        </p>
      )}
    </ConfirmModal>
  )
}

const isSamePage = (current: Place, next: Place) => current.pathname === next.pathname
