import { Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Category } from '@verbatim/contract/categories.ts'
import { rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { Theme, ThemePerson } from '@verbatim/contract/themes.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { readable } from '@verbatim/ui/readable.ts'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import { usePages } from '@verbatim/ui/table/use-pages.ts'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { CountLink } from '#screens/metrics/CountLink.tsx'
import { periodQuery } from '#screens/metrics/metric-period.ts'
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

/** The contacts who wrote about a theme, each with their number of messages, and the export of all of them. */
export function ThemeContacts({ theme, category }: ThemeContactsProps) {
  const { id, contacts } = theme
  const { period } = usePeriod()
  const pages = usePages(contactsOfPage)
  const { page, size } = pages
  const heading = useArrival(contactsId)
  const api = useApi()
  const query = themeContactsQuery(api, { id, category, period, page, size })
  const people = useQuery({ ...query, enabled: contacts > 0 })
  if (!people.isPlaceholderData) pages.stayWithin(people.data?.total)
  if (contacts === 0) return undefined
  return (
    <section className={classes.contacts} aria-labelledby={contactsId}>
      <div className={classes.head}>
        <h2 id={contactsId} ref={heading} tabIndex={-1}>
          Contacts who wrote
        </h2>
        <div data-screen-only>
          <ExportMenu
            title="Contacts of a theme"
            act="Export the contacts who wrote"
            isEmpty={false}
            start={(format) =>
              api(rowExportCalls['theme-contacts'], {
                params: { themeId: id },
                query: { ...periodQuery(period), category },
                body: { format },
              })
            }
          />
        </div>
      </div>
      <Loaded of={people} pending={<Skeleton height={160} radius="md" />}>
        {({ items, total }) => (
          <>
            <Table aria-label="Contacts who wrote">
              <TableHead of={['Contact', { text: 'Messages', ta: 'right' }]} />
              <Table.Tbody>
                {items.map((person) => (
                  <Row key={person.contactId ?? person.address ?? person.name} person={person} />
                ))}
              </Table.Tbody>
            </Table>
            {total > contactsOfPage && (
              <Pager {...pages.pager} total={people.isPlaceholderData ? undefined : total} />
            )}
          </>
        )}
      </Loaded>
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
