import { Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import type { MailReceipt, MailState } from '@verbatim/contract/mail.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { NewestShown, SentState, SentTable } from '#screens/mail/SentTable.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { receiptsQuery } from './queries.ts'

const stateMeanings: Record<MailState, Meaning> = {
  queued: { label: 'Queued', tone: 'grey', icon: IconClock },
  sent: { label: 'Sent', tone: 'green', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'red', icon: IconCircleX },
}
const mostShown = 100

/** The newest mails of a notification and their states. */
export function MailsTab({ id }: { id: NotificationId }) {
  const { data, error, refetch } = openable(useQuery(receiptsQuery(useApi(), id)))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const { items, waiting, nextMailAt } = data
  return (
    <Stack>
      {items.some(({ state }) => state === 'queued') && <MailWaits ofSignIn={false} />}
      {waiting > 0 && (
        <Text role="status">
          {waiting === 1 ? 'One event waits' : `${waiting} events wait`} for the next email
          {nextMailAt && (
            <>
              , which is sent at <DateTime at={nextMailAt} />
            </>
          )}
          .
        </Text>
      )}
      {items.length === 0 ? (
        <EmptyState icon={IconMail} title="No emails yet">
          When the policy raises an event, the status of each email appears here.
        </EmptyState>
      ) : (
        <ReceiptTable receipts={items} />
      )}
      <NewestShown count={items.length} most={mostShown} noun="emails" />
    </Stack>
  )
}

/** When a mail left, failed for good, or was made if it still waits. */
const timeOf = ({ finishedAt, createdAt }: MailReceipt) => finishedAt ?? createdAt

function ReceiptTable({ receipts }: { receipts: readonly MailReceipt[] }) {
  // The server has them by when they were made.
  const rows = receipts.toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))
  return (
    <SentTable label="Emails" columns={['Time', 'To', 'Subject', 'Status']} rows={rows} at={timeOf}>
      {(receipt) => (
        <Table.Tr>
          <Table.Td>
            <DateTime at={timeOf(receipt)} show="time" />
          </Table.Td>
          <Table.Td>
            <bdi>{receipt.to}</bdi>
          </Table.Td>
          <Table.Td>
            <bdi>{receipt.subject}</bdi>
          </Table.Td>
          <SentState
            meaning={stateMeanings[receipt.state]}
            note={receipt.reason && <bdi>{receipt.reason}</bdi>}
          />
        </Table.Tr>
      )}
    </SentTable>
  )
}
