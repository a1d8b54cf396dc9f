import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconHandStop, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import {
  refusalTexts,
  type ReportCopy,
  reportScheduleLimits,
  type ReportSchedule,
} from '@verbatim/contract/report-schedules.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { NewestShown, SentState, SentTable } from '#screens/mail/SentTable.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { useSendNow } from './mutations.ts'
import { copiesQuery } from './queries.ts'

const waiting: Meaning = { label: 'Waiting', tone: 'grey', icon: IconClock }
const queued: Meaning = { label: 'Queued', tone: 'grey', icon: IconClock }
const sent: Meaning = { label: 'Sent', tone: 'green', icon: IconCircleCheck }
const failed: Meaning = { label: 'Failed', tone: 'red', icon: IconCircleX }
const refused: Meaning = { label: 'Refused', tone: 'amber', icon: IconHandStop }

function meaningOf({ state, mail }: ReportCopy): Meaning {
  if (state === 'refused') return refused
  if (state === 'failed' || mail?.state === 'failed') return failed
  if (state === 'waiting') return waiting
  return mail?.state === 'sent' ? sent : queued
}

/** The newest copies of a scheduled report, the state of each, and a button for one more. */
export function CopiesTab({ schedule: { id, subject } }: { schedule: ReportSchedule }) {
  const { data, error, refetch } = openable(useQuery(copiesQuery(useApi(), id)))
  const mayManage = useCan('reports.manage')
  const maySeeTab = useCan(
    subject.kind === 'metrics' ? metricTabDefinitions[subject.tab].permission : 'insights.view',
  )
  // Of an insight that the reader may not see, there is no name.
  const maySee = maySeeTab && (subject.kind === 'metrics' || subject.name !== undefined)
  const { mutate, isPending } = useSendNow()
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const { items } = data
  return (
    <Stack>
      {mayManage && (
        <Group>
          <Button
            variant="default"
            loading={isPending}
            disabled={!maySee}
            title={maySee ? undefined : 'You can’t see these figures'}
            onClick={() => mutate(id)}
          >
            Send me one now
          </Button>
        </Group>
      )}
      {items.some(({ mail }) => mail?.state === 'queued') && <MailWaits ofSignIn={false} />}
      {items.length === 0 ? (
        <EmptyState icon={IconMail} title="No copies yet">
          At each due time, every recipient gets their own copy. Its status appears here.
        </EmptyState>
      ) : (
        <CopyTable copies={items} />
      )}
      <NewestShown count={items.length} most={reportScheduleLimits.copies} noun="copies" />
    </Stack>
  )
}

function CopyTable({ copies }: { copies: readonly ReportCopy[] }) {
  return (
    <SentTable
      label="Copies"
      columns={['Due', 'Recipient', 'Status']}
      rows={copies}
      at={({ dueAt }) => dueAt}
    >
      {(copy) => (
        <Table.Tr>
          <Table.Td>
            <DateTime at={copy.dueAt} show="time" />
            {copy.isTest && (
              <Text size="xs" c="dimmed">
                Asked for
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <bdi>{copy.recipient.name}</bdi>
          </Table.Td>
          <SentState
            meaning={meaningOf(copy)}
            note={
              copy.refusal ? refusalTexts[copy.refusal] : copy.mail?.reason && <bdi>{copy.mail.reason}</bdi>
            }
          />
        </Table.Tr>
      )}
    </SentTable>
  )
}
