import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { namedIn } from '@verbatim/ui/thread/message-words.ts'
import { Timeline } from '@verbatim/ui/Timeline.tsx'
import { lifeOf } from './message-life.ts'

interface MessageLifeProps {
  message: ThreadMessage
  /** What names the people; undefined while it is loaded. */
  thread: readonly ThreadMessage[] | undefined
}

/** The history of a message, with exact times: posting, capture, edits, receipts, reactions, deletion. */
export function MessageLife({ message, thread = [message] }: MessageLifeProps) {
  return (
    <Timeline
      label="What happened to the message"
      times="moment"
      empty=""
      entries={lifeOf(namedIn(thread)(message)).map(({ id, at, icon, what, who }) => ({
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
