import { Skeleton, Stack, Table } from '@mantine/core'
import { IconAlertTriangle, IconBellRinging, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MetricAlertId } from '@verbatim/contract/ids.ts'
import { metricAlertLimits, type MetricCrossing } from '@verbatim/contract/metric-alerts.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { NewestShown, SentState, SentTable } from '#screens/mail/SentTable.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { crossingsQuery } from './queries.ts'

const crossed: Meaning = { label: 'Crossed', tone: 'red', icon: IconAlertTriangle }
const over: Meaning = { label: 'Back to normal', tone: 'green', icon: IconCircleCheck }
const mailWords = { queued: 'Email queued', sent: 'Emailed', failed: 'Email failed' } as const

/** When an alert was crossed and for whom. The figures are in the mails, because each is for its recipient alone. */
export function CrossingsTab({ id }: { id: MetricAlertId }) {
  const { data, error, refetch } = openable(useQuery(crossingsQuery(useApi(), id)))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const { items } = data
  return (
    <Stack>
      {items.some(({ mail }) => mail?.state === 'queued') && <MailWaits ofSignIn={false} />}
      {items.length === 0 ? (
        <EmptyState icon={IconBellRinging} title="Not crossed yet">
          When a recipient’s figure crosses the threshold or comes back, it is listed here. Only people who
          can see every message see other recipients’ crossings.
        </EmptyState>
      ) : (
        <CrossingTable crossings={items} />
      )}
      <NewestShown count={items.length} most={metricAlertLimits.crossings} />
    </Stack>
  )
}

function CrossingTable({ crossings }: { crossings: readonly MetricCrossing[] }) {
  return (
    <SentTable label="History" columns={['Time', 'Recipient', 'Status']} rows={crossings} at={({ at }) => at}>
      {({ at, recipient, isCrossed, mail }) => (
        <Table.Tr>
          <Table.Td>
            <DateTime at={at} show="time" />
          </Table.Td>
          <Table.Td>
            <bdi>{recipient.name}</bdi>
          </Table.Td>
          <SentState
            meaning={isCrossed ? crossed : over}
            note={
              mail && (
                <>
                  {mailWords[mail.state]}
                  {mail.reason && (
                    <>
                      : <bdi>{mail.reason}</bdi>
                    </>
                  )}
                </>
              )
            }
          />
        </Table.Tr>
      )}
    </SentTable>
  )
}
