import '@verbatim/ui/mantine-later.css'
import { Alert, Anchor } from '@mantine/core'
import { useHouse } from './use-house.ts'

/**
 * Says where the mail is that a screen has just caused, while no mail server is configured. Nothing elsewhere, and nothing
 * of a sign-in that a user pool keeps: the pool mails by itself.
 */
export function MailWaits({ ofSignIn = true }: { ofSignIn?: boolean }) {
  const { mailbox, session } = useHouse()
  if (!mailbox || (ofSignIn && session.keptAt !== 'here')) return null
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
