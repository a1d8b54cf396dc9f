import { ActionIcon, Skeleton, Table } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Category } from '@verbatim/contract/categories.ts'
import type { Theme, ThemePerson } from '@verbatim/contract/themes.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { readable } from '@verbatim/ui/readable.ts'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { useState } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { CountLink } from '#screens/metrics/CountLink.tsx'
import { usePeriod } from '#screens/metrics/rows-address.ts'
import { useArrival } from '#screens/metrics/use-arrival.ts'
import { useApi } from '#shell/use-app-context.ts'
import { contactsOfPage, themeContactsQuery } from './queries.ts'
import classes from './ThemeContacts.module.css'
import { contactsId } from './theme-words.ts'

interface ThemeContactsProps {
  theme: Pick<Theme, 'id' | 'contacts'>
  category: Category | undefined
}

/** Those whom the theme’s number of contacts counts, each with what they wrote of it. */
export function ThemeContacts({ theme, category }: ThemeContactsProps) {
  const { id, contacts } = theme
  const { period } = usePeriod()
  const [page, setPage] = useState(1)
  const heading = useArrival(contactsId)
  const query = themeContactsQuery(useApi(), { id, category, period, page })
  const { data, error, refetch } = useQuery({ ...query, enabled: contacts > 0 })
  if (contacts === 0) return undefined
  return (
    <section className={classes.contacts} aria-labelledby={contactsId}>
      <h2 id={contactsId} ref={heading} tabIndex={-1}>
        Contacts who wrote
      </h2>
      {error && !data && <ErrorPage error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius="md" />}
      {data && (
        <Table aria-label="Contacts who wrote">
          <TableHead of={['Contact', { text: 'Messages', ta: 'right' }]} />
          <Table.Tbody>
            {data.items.map((person) => (
              <Row key={person.contactId ?? person.address ?? person.name} person={person} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data && data.total > contactsOfPage && <Steps page={page} total={data.total} onPage={setPage} />}
    </section>
  )
}

/** What a stranger wrote opens nothing: no filter names them. */
function Row({ person: { name, messages, drilldown } }: { person: ThemePerson }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <bdi>{readable(name)}</bdi>
      </Table.Th>
      <Table.Td ta="right">
        {drilldown ? (
          <CountLink drilldown={drilldown} of={`Messages from ${readable(name)}`} />
        ) : (
          numberText(messages)
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface StepsProps {
  page: number
  total: number
  onPage: (page: number) => void
}

function Steps({ page, total, onPage }: StepsProps) {
  const first = (page - 1) * contactsOfPage + 1
  const last = Math.min(page * contactsOfPage, total)
  return (
    <nav className={classes.steps} aria-label="Pages of contacts">
      <span aria-live="polite">{`${numberText(first)}–${numberText(last)} of ${numberText(total)}`}</span>
      <ActionIcon aria-label="Previous contacts" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="Next contacts" disabled={last >= total} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
