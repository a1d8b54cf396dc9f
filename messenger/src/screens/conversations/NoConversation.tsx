import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import classes from './ConversationScreen.module.css'

/** Shown next to the list while nothing is open; a narrow screen has no room for it. */
export function NoConversation() {
  return (
    <section className={classes.none} aria-label="Conversation">
      <EmptyState drawing="thread" title="No conversation is open">
        Choose one from the list. Use the arrow keys to move, <kbd>/</kbd> to search.
      </EmptyState>
    </section>
  )
}
