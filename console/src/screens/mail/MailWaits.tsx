import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAppContext } from '#shell/use-app-context.ts'
import { viewerQuery } from '#shell/viewer.ts'

interface NoticeProps {
  color: string
  isInside: boolean | undefined
  children: ReactNode
}

/**
 * Shows where to find a mail that was just requested, if no mail server is configured. Empty if there is one, and
 * for sign-ins in a user pool, because the pool sends its own mails.
 * @param isInside Whether it is a line of another notice.
 */
export function MailWaits({ ofSignIn = true, isInside }: { ofSignIn?: boolean; isInside?: boolean }) {
  const app = useAppContext()
  // Unknown before sign-in.
  const { data: viewer } = useQuery({ ...viewerQuery(app), enabled: false })
  const { mailbox, session } = app
  if (ofSignIn && session.keptAt !== 'here') return null
  if (!mailbox)
    return viewer?.mailWaits ? (
      <Notice color="yellow" isInside={isInside}>
        No email server is configured, so no email is sent. Email waits until your operator configures one.
      </Notice>
    ) : null
  return (
    <Notice color="indigo" isInside={isInside}>
      No email server is configured here, so the email waits in{' '}
      <Anchor href={mailbox} target="_blank" inherit>
        the mailbox
      </Anchor>
      .
    </Notice>
  )
}

function Notice({ color, isInside, children }: NoticeProps) {
  return isInside ? <Text size="sm">{children}</Text> : <Alert color={color}>{children}</Alert>
}
