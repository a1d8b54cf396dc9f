import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import { PolicyId } from '@verbatim/contract/ids.ts'
import { sampleValues } from '@verbatim/contract/notification-sample.ts'
import { fillTokens, tokenIssue } from '@verbatim/contract/notification-template.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { useViewer } from '#shell/use-app-context.ts'
import { useSendTest } from './mutations.ts'
import type { NotificationValues } from './notification-editor.tsx'
import classes from './Preview.module.css'

interface PreviewProps {
  values: NotificationValues
  id: NotificationId | undefined
  canSend: boolean
}

/** A preview of the mail for an invented event, while it is being written. */
export function Preview({ values: { policy, emailSubject, emailMessage }, id, canSend }: PreviewProps) {
  const { organization } = useViewer()
  const test = useSendTest()
  const tokens = sampleValues({
    policyName: policy?.name ?? 'The policy',
    severity: policy?.severity ?? 'medium',
    organizationName: organization.name,
    address: globalThis.location.origin,
  })
  const issue = tokenIssue(emailSubject) ?? tokenIssue(emailMessage)
  return (
    <Stack>
      <Title order={3} size="h5">
        Preview
      </Title>
      <section aria-label="Preview of the email" className={classes.mail}>
        <p className={classes.subject} dir="auto">
          {fillTokens(emailSubject, tokens) || 'No subject'}
        </p>
        <div className={classes.text} dir="auto">
          {fillTokens(emailMessage, tokens)}
        </div>
      </section>
      {issue && <Alert color="red">{issue}</Alert>}
      <Text size="xs" c="dimmed">
        Shown with a sample event. Emails never contain message text or names. Recipients follow the link and
        sign in.
      </Text>
      {canSend && (
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!policy || issue !== undefined}
          title={policy ? undefined : 'Choose a policy first'}
          onClick={() =>
            policy &&
            test.mutate({
              policyId: PolicyId.parse(policy.id),
              emailSubject,
              emailMessage,
              ...(id && { notificationId: id }),
            })
          }
        >
          Send me a test
        </Button>
      )}
      {test.isSuccess && <MailWaits ofSignIn={false} />}
    </Stack>
  )
}
