import type { CognitiveEvent, StatusChange } from '@verbatim/contract/cognitive-events.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useRef } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import { doneWords, subjectOf } from './done-words.ts'
import {
  changeOf,
  useTakeStep,
  useTellDone,
  useIsUndoing,
  useTellFailure,
  useUndo,
} from '#screens/cognitive-events/mutations.ts'
import { objectionTo } from './steps.ts'

/** Takes steps without a question, for keys and simple buttons. Each shows its result and can be undone. */
export function useSteps() {
  const { permissions } = useViewer()
  const { mutateAsync, isPending } = useTakeStep()
  const saving = useRef(new Map<string, string>())
  const tellDone = useTellDone()
  const tellFailure = useTellFailure()
  const toast = useToast()
  const undo = useUndo()
  const isUndoing = useIsUndoing()
  const take = (event: CognitiveEvent, change: StatusChange) => {
    const before = saving.current.get(event.id)
    // The same key pressed twice is one decision, unless U was pressed meanwhile; other events need not wait for this one.
    if (before === doneWords(change) && !isUndoing()) return
    const objection = before
      ? `Another change is still being saved: ${before}.`
      : objectionTo(event.status, { to: change.status }, permissions)
    if (objection) {
      toast({ tone: 'failed', title: 'Nothing was changed', message: objection })
      return
    }
    saving.current.set(event.id, doneWords(change))
    mutateAsync({ event, change })
      .then(
        (after) => {
          tellDone(doneWords(change), { changeId: changeOf(after), message: subjectOf(after) })
        },
        (error: unknown) => tellFailure(error, event),
      )
      .finally(() => saving.current.delete(event.id))
  }
  return {
    take,
    undo,
    isPending,
    /** Whether something is being undone or, undone, is not drawn yet: keys after U are for what U leads to. */
    isUndoing,
  }
}
