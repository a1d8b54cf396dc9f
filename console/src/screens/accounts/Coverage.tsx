import { Skeleton, Table, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CoveredDay } from '@verbatim/contract/accounts.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useApi } from '#shell/use-app-context.ts'
import classes from './Coverage.module.css'
import { coverageQuery } from './queries.ts'

/** Whether everything that the provider has is here, day by day. */
export function Coverage({ id }: { id: AccountId }) {
  const { data, error, refetch } = useQuery(coverageQuery(useApi(), id))
  return (
    <section>
      <Title order={2}>Coverage</Title>
      {error && !data && <ErrorPage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && !data.isListed && (
        <Text c="dimmed" mt="xs">
          The provider of this account has no list to compare with, so whether everything arrived can’t be
          known.
        </Text>
      )}
      {data?.isListed && !data.isCompared && (
        <Text c="dimmed" mt="xs">
          Not compared with the provider’s list yet. That begins when the account is connected here.
        </Text>
      )}
      {data?.isListed && data.isCompared && (
        <>
          <Text c="dimmed" mt="xs">
            {data.comparedUntil ? (
              <>
                Compared with the provider’s list until <Ago at={data.comparedUntil} />. Days are in UTC.
              </>
            ) : (
              'The first comparison with the provider’s list has not finished yet.'
            )}
          </Text>
          {data.days.length > 0 && <Days days={data.days} />}
        </>
      )}
    </section>
  )
}

function Days({ days }: { days: readonly CoveredDay[] }) {
  return (
    <Table mt="sm" aria-label="Coverage by day" className={classes.days}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">At the provider</Table.Th>
          <Table.Th ta="right">Fetched afterwards</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((day) => (
          <Table.Tr key={day.day}>
            <Table.Th fw={400} scope="row">
              {utcDayText(new Date(day.day))}
            </Table.Th>
            <Table.Td>
              <Badge meaning={stateOf(day)} of="State" />
            </Table.Td>
            <Table.Td ta="right">{numberText(day.listed)}</Table.Td>
            <Table.Td ta="right">{numberText(day.recovered)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function stateOf({ day, hours, hoursDue }: CoveredDay): Meaning {
  if (hours < hoursDue)
    return { label: `${hours} of ${hoursDue} hours compared`, tone: 'amber', icon: IconCircleDashed }
  const isToday = day === new Date().toISOString().slice(0, 10)
  if (isToday) return { label: 'Complete so far', tone: 'blue', icon: IconClock }
  return { label: 'Complete', tone: 'green', icon: IconCircleCheck }
}
