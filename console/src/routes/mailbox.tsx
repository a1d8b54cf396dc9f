import { createFileRoute } from '@tanstack/react-router'
import { MailboxScreen } from '#screens/mail/MailboxScreen.tsx'
import { waitingMailsQuery } from '#screens/mail/waiting-mails.ts'

export const Route = createFileRoute('/mailbox')({
  loader: ({ context }) => context.queryClient.ensureQueryData(waitingMailsQuery(context.app.api)),
  component: MailboxScreen,
})
