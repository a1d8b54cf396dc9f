import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './ConversationScreen.module.css'

/** Links back to the list, if there is room for one pane only. */
export function BackLink() {
  return (
    <span className={classes.narrow}>
      <ActionIcon
        aria-label="Back to conversations"
        renderRoot={(props) => <Link {...props} to="/" search={({ find }) => ({ find })} />}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** Links to the participants of a conversation, and back to its thread, if there is room for one pane only. */
export function AboutLink({ id, to }: { id: string; to: 'about' | 'thread' }) {
  const AboutIcon = to === 'about' ? IconInfoCircle : IconArrowLeft
  return (
    <span className={classes.narrow}>
      <ActionIcon
        aria-label={to === 'about' ? 'About this conversation' : 'Back to messages'}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/$id"
            params={{ id }}
            search={({ find }) => ({ find, ...(to === 'about' && { about: true }) })}
          />
        )}
      >
        <AboutIcon size={20} aria-hidden />
      </ActionIcon>
    </span>
  )
}
