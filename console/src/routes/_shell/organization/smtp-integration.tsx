import { createFileRoute } from '@tanstack/react-router'
import { MailsAddress } from '#screens/archiving/mails-address.ts'
import { ArchivingScreen } from '#screens/archiving/ArchivingScreen.tsx'
import { archivingQuery } from '#screens/archiving/queries.ts'

export const Route = createFileRoute('/_shell/organization/smtp-integration')({
  loader: ({ context: { app, queryClient } }) => {
    void queryClient.prefetchQuery(archivingQuery(app.api))
  },
  validateSearch: MailsAddress,
  component: ArchivingScreen,
})
