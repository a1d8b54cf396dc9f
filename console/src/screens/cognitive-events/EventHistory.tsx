import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { Timeline } from '@verbatim/ui/Timeline.tsx'
import { historyWords } from './history-words.tsx'

/** The history of an event, newest first. */
export function EventHistory({ event }: { event: CognitiveEventDetail }) {
  return (
    <Timeline
      label="History"
      empty="No changes yet."
      entries={event.history
        .toReversed()
        .map((entry) => ({ id: entry.id, at: entry.at, ...historyWords(entry) }))}
    />
  )
}
