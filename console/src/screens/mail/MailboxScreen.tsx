import { Alert, Stack } from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { WaitingMail } from '@verbatim/contract/mail.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import classes from './MailboxScreen.module.css'
import { waitingMailsQuery } from './waiting-mails.ts'

/** The mails that would have been sent, if no mail server is configured; only on a developer's machine. */
export function MailboxScreen() {
  const { api } = useAppContext()
  const { items } = useSuspenseQuery(waitingMailsQuery(api)).data
  return (
    <main className={classes.screen}>
      <Page title="Mailbox" layout="reading">
        <Stack>
          <Alert color="indigo">
            No email server is configured, so invitations, codes and notifications are collected here and not
            sent. Set SMTP_URL to send them.
          </Alert>
          {items.length === 0 ? (
            <EmptyState icon={IconMailbox} title="No email waiting">
              Invite a user or request a code, and the email appears here.
            </EmptyState>
          ) : (
            items.map((mail) => <Mail key={mail.id} mail={mail} />)
          )}
        </Stack>
      </Page>
    </main>
  )
}

function Mail({ mail: { subject, to, createdAt, text } }: { mail: WaitingMail }) {
  return (
    <article className={classes.mail}>
      <h2 className={classes.subject} dir="auto">
        {subject}
      </h2>
      <p className={classes.head}>
        To <bdi>{to}</bdi> · <Ago at={createdAt} />
      </p>
      <div className={classes.text} dir="auto">
        {linked(text)}
      </div>
    </article>
  )
}

/** Addresses of this site become links. */
function linked(text: string) {
  return text.split(/(https?:\/\/[^\s]+)/).map((part, i) =>
    i % 2 === 1 ? (
      <a key={i} href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
