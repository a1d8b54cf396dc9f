import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { MailReceipt, MailState } from '@verbatim/contract/mail.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'

const meanings: Record<MailState, Meaning> = {
  queued: { label: 'Waiting to be sent', tone: 'grey', icon: IconClock },
  sent: { label: 'Sent', tone: 'green', icon: IconCircleCheck },
  failed: { label: 'Not sent', tone: 'red', icon: IconCircleX },
}

/** The state of a user's invitation mail, and why it was refused, if so. */
export function InvitationMail({
  mail: { state, attempts, reason, finishedAt, dueAt },
}: {
  mail: MailReceipt
}) {
  return (
    <>
      <Badge meaning={meanings[state]} />
      {finishedAt && (
        <>
          {' '}
          <DateTime at={finishedAt} />
        </>
      )}
      {reason && (
        <Text size="xs" c="dimmed">
          <bdi>{reason}</bdi>
        </Text>
      )}
      {state === 'queued' && attempts > 0 && dueAt && (
        <Text size="xs" c="dimmed">
          Tried again at <DateTime at={dueAt} />
        </Text>
      )}
    </>
  )
}
