import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { Timeline } from '@verbatim/ui/Timeline.tsx'
import { lifeOf } from './message-life.ts'

/** The history of a message, with exact times: posting, capture, edits, receipts, reactions, deletion. */
export function MessageLife({ message }: { message: ThreadMessage }) {
  return (
    <Timeline
      label="What happened to the message"
      times="moment"
      empty=""
      entries={lifeOf(message).map(({ id, at, icon, what, who }) => ({
        id,
        at,
        icon,
        title: (
          <>
            {what} {who && <bdi>{who}</bdi>}
          </>
        ),
      }))}
    />
  )
}
