import { Group, ScrollArea, Table, Text, Title } from '@mantine/core'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  coverageLimits,
  type CoveredDay,
  type DayReason,
  exportCoverage,
  type getAccountCoverage,
} from '@verbatim/contract/account-coverage.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useEffect, useRef } from 'react'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { coverageId } from './account-address.ts'
import { Count } from '@verbatim/ui/table/Count.tsx'
import { History, ImportedHistory } from './History.tsx'
import classes from './Coverage.module.css'
import { dayMeanings } from './day-meanings.ts'
import { dayWhyText } from './day-why.ts'
import { coverageQuery } from './queries.ts'

const route = getRouteApi('/_shell/integrations/accounts/$id')

/**
 * Where the shown days end, so that an earlier one is among them. One more, because a day of the organization's zone may reach into the
 * next of UTC.
 */
function endFor(day: string | undefined): string | undefined {
  if (day === undefined) return undefined
  const end = Date.parse(day) + dayMs
  return Date.now() - end < (coverageLimits.days - 2) * dayMs
    ? undefined
    : new Date(end).toISOString().slice(0, 10)
}

/** Whether everything that the provider has is here, day by day, and what arrived. */
export function Coverage({ id }: { id: AccountId }) {
  const api = useApi()
  const { day } = route.useSearch()
  const until = endFor(day)
  const seesMetrics = useCan('metrics.organization')
  const coverage = openable(useQuery(coverageQuery(api, id, until)))
  const all = `/metrics/organization-overview${searchText({ period: '365', filter: `all:${id}` })}#rows`
  return (
    <section>
      <Group justify="space-between">
        <Title order={2} id={coverageId}>
          Coverage
        </Title>
        <Group gap="sm">
          {seesMetrics && <TextLink href={all}>All days in Key Metrics</TextLink>}
          <ExportMenu
            title="Coverage"
            isEmpty={!coverage.data?.days.length}
            start={(format) => api(exportCoverage, { query: { accountId: id }, body: { format } })}
          />
        </Group>
      </Group>
      <Loaded of={coverage} pending={80}>
        {(data) => (
          <>
            <Text c="dimmed" mt="xs">
              <Compared coverage={data} /> Days are in UTC, as for the counts of deliveries. Key Metrics uses
              the organization’s time zone.{' '}
              {until && (
                <>
                  These are the days until {utcDayText(new Date(until))}.{' '}
                  <TextLink href={`/integrations/accounts/${id}`}>Show the latest days</TextLink>
                </>
              )}
            </Text>
            {data.isListed && data.isCompared && <History id={id} history={data.history} />}
            {data.linkedHistory && (
              <ImportedHistory id={id} since={data.since} history={data.linkedHistory} />
            )}
            {data.days.some(({ gone }) => gone > 0) && (
              <Text c="dimmed" mt="xs">
                Some messages are no longer at the provider, neither in its list nor under their IDs. They are
                kept here. The export has their IDs.
              </Text>
            )}
            {data.days.some(({ unasked }) => unasked > 0) && (
              <Text c="dimmed" mt="xs">
                Some messages are not in the provider’s list. They may be listed under another time, so
                Verbatim asks the provider for each one by its ID, a few at each comparison.
              </Text>
            )}
            {data.days.length > 0 && <Days coverage={data} asked={day} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

type AccountCoverage = OutputOf<typeof getAccountCoverage>

function Compared({ coverage }: { coverage: AccountCoverage }) {
  const { isListed, isCompared, comparedUntil, mayExclude } = coverage
  if (mayExclude)
    return 'The owner of this account may exclude chats, and the provider does not say which, so whether everything arrived can’t be known.'
  if (!isListed)
    return 'The provider of this account has no list to compare with, so whether everything arrived can’t be known.'
  if (!isCompared && !comparedUntil)
    return 'Not compared with the provider’s list. To begin, reconnect the account under Accounts.'
  if (!comparedUntil) return 'The comparison with the provider’s list has just begun.'
  return (
    <>
      Compared with the provider’s list until <Ago at={comparedUntil} />.
      {!isCompared && ' It is not compared any more. To resume, reconnect the account under Accounts.'}
    </>
  )
}

interface DaysProps {
  coverage: AccountCoverage
  /** The day that was asked for. */
  asked: string | undefined
}

function Days({ coverage, asked }: DaysProps) {
  const { days, isListed, isCompared, comparedUntil } = coverage
  const withList = isListed && (isCompared || comparedUntil !== null)
  const withUnlisted = days.some(({ gone, unasked }) => gone > 0 || unasked > 0)
  const said = saidElsewhere(coverage)
  const heads = [
    'Received',
    'Accepted',
    'Duplicate',
    'Quarantined',
    'Refused',
    ...(withList ? ['At the provider', 'Fetched afterwards'] : []),
    ...(withUnlisted ? ['No longer there'] : []),
  ]
  return (
    <ScrollArea
      type="auto"
      mt="sm"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Coverage per day' }}
    >
      <Table aria-label="Days" className={classes.days}>
        <TableHead of={['Day', 'Status', ...heads.map((text) => ({ text, ta: 'right' as const }))]} />
        <Table.Tbody>
          {days.map((day) => (
            <Day key={day.day} day={day} isAsked={day.day === asked} {...{ said, withList, withUnlisted }} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}

interface DayProps {
  day: CoveredDay
  said: ReadonlySet<DayReason>
  withList: boolean
  /** Whether any of the days has messages that the provider’s list lacks. */
  withUnlisted: boolean
  isAsked: boolean
}

function Day({ day, said, withList, withUnlisted, isAsked }: DayProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isAsked) row.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  const why = dayWhyText({ ...day, reasons: day.reasons.filter((reason) => !said.has(reason)) })
  return (
    <Table.Tr ref={row} aria-current={isAsked ? 'date' : undefined}>
      <Table.Th fw={400} scope="row">
        {utcDayText(new Date(day.day))}
      </Table.Th>
      <Table.Td className={why ? classes.why : undefined}>
        <Badge meaning={stateOf(day)} of="Status" />
        {why && (
          <Text size="xs" c="dimmed">
            {why}
          </Text>
        )}
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
      {withUnlisted && (
        <Table.Td ta="right">
          <Count value={day.gone} />
          {day.unasked > 0 && (
            <Text size="xs" c="dimmed">
              {numberText(day.unasked)} still to be asked about
            </Text>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** What the status of an incomplete day says with its numbers, and what the text above the days says of all of them. */
function saidElsewhere({
  isListed,
  isCompared,
  comparedUntil,
  mayExclude,
}: AccountCoverage): ReadonlySet<DayReason> {
  const said = new Set<DayReason>(['quarantined', 'undecrypted', 'lost', 'files'])
  if (mayExclude) said.add('owner-excludes')
  else if (!isListed) said.add('no-list')
  else if (!isCompared && !comparedUntil) said.add('not-compared')
  return said
}

function stateOf(covered: CoveredDay): Meaning {
  const { day, state, reasons, hoursDue, hoursMissing, lostFiles, quarantined } = covered
  if (state === 'unknown') return dayMeanings.unknown
  if (state === 'incomplete') {
    const lacks = [
      reasons.includes('hours') && `${hoursDue - hoursMissing.length} of ${hoursDue} hours compared`,
      reasons.includes('quarantined') && `${numberText(quarantined)} in quarantine`,
      (reasons.includes('undecrypted') || reasons.includes('source-undecrypted')) && 'messages not decrypted',
      (reasons.includes('lost') || reasons.includes('source-lost')) && 'messages lost',
      reasons.includes('files') && `${numberText(lostFiles)} ${lostFiles === 1 ? 'file' : 'files'} lost`,
    ].filter((lack) => lack !== false)
    // Of the account that it receives through.
    if (lacks.length === 0) return dayMeanings.incomplete
    return { ...dayMeanings.incomplete, label: lacks.join(', ') }
  }
  const isToday = day === new Date().toISOString().slice(0, 10)
  if (isToday) return { label: 'Complete so far', tone: 'blue', icon: IconClock }
  return dayMeanings.complete
}
