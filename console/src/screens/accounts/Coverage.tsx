import { Group, ScrollArea, Skeleton, Table, Text, Title } from '@mantine/core'
import { TableHead } from '@verbatim/ui/TableHead.tsx'
import { IconCircleCheck, IconCircleDashed, IconClock, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type CoveredDay,
  dayReasonTexts,
  exportCoverage,
  type getAccountCoverage,
} from '@verbatim/contract/account-coverage.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { Count } from './Count.tsx'
import { History } from './History.tsx'
import classes from './Coverage.module.css'
import { coverageQuery } from './queries.ts'

/** Whether everything that the provider has is here, day by day, and what arrived. */
export function Coverage({ id }: { id: AccountId }) {
  const api = useApi()
  const { data, error, refetch } = useQuery(coverageQuery(api, id))
  return (
    <section>
      <Group justify="space-between">
        <Title order={2}>Coverage</Title>
        <ExportMenu
          title="Coverage"
          isEmpty={!data?.days.length}
          start={(format) => api(exportCoverage, { query: { accountId: id }, body: { format } })}
        />
      </Group>
      {error && !data && <ErrorPage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && (
        <>
          <Text c="dimmed" mt="xs">
            <Compared coverage={data} /> Days are in UTC.
          </Text>
          {data.isListed && data.isCompared && <History id={id} history={data.history} />}
          {data.days.length > 0 && <Days coverage={data} />}
        </>
      )}
    </section>
  )
}

type AccountCoverage = OutputOf<typeof getAccountCoverage>

function Compared({ coverage: { isListed, isCompared, comparedUntil } }: { coverage: AccountCoverage }) {
  if (!isListed)
    return 'The provider of this account has no list to compare with, so whether everything arrived can’t be known.'
  if (!isCompared)
    return 'Not compared with the provider’s list yet. That begins when the account is connected here.'
  if (!comparedUntil) return 'The comparison with the provider’s list has just begun.'
  return (
    <>
      Compared with the provider’s list until <Ago at={comparedUntil} />.
    </>
  )
}

function Days({ coverage: { days, isListed, isCompared } }: { coverage: AccountCoverage }) {
  const withList = isListed && isCompared
  const heads = [
    'Received',
    'Accepted',
    'Duplicate',
    'Quarantined',
    'Refused',
    ...(withList ? ['At the provider', 'Fetched afterwards'] : []),
  ]
  return (
    <ScrollArea
      type="auto"
      mt="sm"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Coverage by day' }}
    >
      <Table aria-label="Days" className={classes.days}>
        <TableHead of={['Day', 'State', ...heads.map((text) => ({ text, ta: 'right' as const }))]} />
        <Table.Tbody>
          {days.map((day) => (
            <Day key={day.day} day={day} withList={withList} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}

function Day({ day, withList }: { day: CoveredDay; withList: boolean }) {
  const reasons = day.reasons.map((reason) => dayReasonTexts[reason]).join('; ')
  return (
    <Table.Tr>
      <Table.Th fw={400} scope="row">
        {utcDayText(new Date(day.day))}
      </Table.Th>
      <Table.Td title={reasons}>
        <Badge meaning={stateOf(day)} of="State" />
      </Table.Td>
      <Table.Td ta="right">{numberText(day.received)}</Table.Td>
      <Table.Td ta="right">{numberText(day.accepted)}</Table.Td>
      <Table.Td ta="right">{day.duplicate === null ? 'not counted' : numberText(day.duplicate)}</Table.Td>
      <Table.Td ta="right">
        <Count value={day.quarantined} isProblem />
      </Table.Td>
      <Table.Td ta="right">
        <Count value={day.refused} isProblem />
      </Table.Td>
      {withList && (
        <>
          <Table.Td ta="right">{numberText(day.listed)}</Table.Td>
          <Table.Td ta="right">{numberText(day.recovered)}</Table.Td>
        </>
      )}
    </Table.Tr>
  )
}

function stateOf(covered: CoveredDay): Meaning {
  const { day, state, reasons, hoursDue, hoursMissing, lostFiles, quarantined } = covered
  if (state === 'unknown') return { label: 'Can’t be known', tone: 'grey', icon: IconHelpCircle }
  if (state === 'incomplete') {
    const lacks = [
      reasons.includes('hours') && `${hoursDue - hoursMissing.length} of ${hoursDue} hours compared`,
      reasons.includes('quarantined') && `${numberText(quarantined)} in quarantine`,
      reasons.includes('files') && `${numberText(lostFiles)} ${lostFiles === 1 ? 'file' : 'files'} lost`,
    ]
    return { label: lacks.filter(Boolean).join(', '), tone: 'amber', icon: IconCircleDashed }
  }
  const isToday = day === new Date().toISOString().slice(0, 10)
  if (isToday) return { label: 'Complete so far', tone: 'blue', icon: IconClock }
  return { label: 'Complete', tone: 'green', icon: IconCircleCheck }
}
