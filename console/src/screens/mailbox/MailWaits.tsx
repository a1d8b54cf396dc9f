import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '#shell/use-app-context.ts'
import { viewerQuery } from '#shell/viewer.ts'

/**
 * Shows where to find a mail that was just requested, if no mail server is configured. Empty if there is one, and
 * for sign-ins in a user pool, because the pool sends its own mails.
 */
export function MailWaits({ ofSignIn = true }: { ofSignIn?: boolean }) {
  const app = useAppContext()
  // Unknown before sign-in.
  const { data: viewer } = useQuery({ ...viewerQuery(app), enabled: false })
  const { mailbox, session } = app
  if (ofSignIn && session.keptAt !== 'here') return null
  if (!mailbox)
    return viewer?.mailWaits ? (
      <Alert color="yellow">
        No mail server is configured, so no mail is sent. Mail waits until your operator configures one.
      </Alert>
    ) : null
  return (
    <Alert color="indigo">
      No mail server is configured here, so the mail waits in{' '}
      <Anchor href={mailbox} target="_blank" inherit>
        the mailbox
      </Anchor>
      .
    </Alert>
  )
}
