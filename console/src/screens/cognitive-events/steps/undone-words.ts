import type { undoEventStatuses } from '@verbatim/contract/cognitive-events.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { Toast } from '@verbatim/ui/Toasts.tsx'

/** The result of an undo: how many events were restored, and why others were not. */
export function undoneWords({ changed, skipped, withheld }: OutputOf<typeof undoEventStatuses>): Toast {
  const notTheirs = withheld.reduce((sum, { events }) => sum + events, 0)
  const others = skipped - notTheirs
  const sentences = [
    changed > 0 && `${numberText(changed)} ${changed === 1 ? 'event was' : 'events were'} restored.`,
    others > 0 &&
      `${numberText(others)} ${others === 1 ? 'event has changed since then and was' : 'events have changed since then and were'} not restored.`,
    ...withheld.map(
      ({ name, events }) =>
        `${numberText(events)} ${events === 1 ? 'was' : 'were'} left unchanged, because ${events === 1 ? 'its' : 'their'} assignee ${name} can no longer review ${events === 1 ? 'it' : 'them'}.`,
    ),
  ]
  return {
    tone: changed > 0 ? 'done' : 'failed',
    title: changed > 0 ? 'Undone' : 'Nothing was undone',
    message: sentences.filter(Boolean).join(' '),
    // In the place of what it undid.
    series: 'changes',
  }
}
