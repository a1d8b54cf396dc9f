import { Table } from '@mantine/core'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import { useQuery } from '@tanstack/react-query'
import type { summarizeArchiving } from '@verbatim/contract/archive-mails.ts'
import { archivingLimits } from '@verbatim/contract/archiving.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText, utcDayText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import type { ReactNode } from 'react'
import { FormSection } from '#editor/FormSection.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'
import { archivingSummaryQuery } from './queries.ts'

type Summary = OutputOf<typeof summarizeArchiving>

/** Captured messages and changes against mails, so that a gap is seen. */
export function ArchivingSummary() {
  return (
    <FormSection
      id="archiving-summary"
      title="Summary"
      hint={`Compares the messages and changes captured in the last ${archivingLimits.summaryDays} days with their emails. A day begins at midnight UTC.`}
    >
      <Loaded of={useQuery(archivingSummaryQuery(useApi()))} pending={160} inline>
        {({ days, differences, conversations }) => (
          <>
            {days.length === 0 && (
              <p className={classes.note}>There was nothing to archive in this period.</p>
            )}
            {days.length > 0 && <Days days={days} />}
            <Differences messages={differences} conversations={conversations} />
          </>
        )}
      </Loaded>
    </FormSection>
  )
}

function Days({ days }: Pick<Summary, 'days'>) {
  return (
    // Content that does not fit can also be reached by keyboard.
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Messages and emails per day">
      <Table className={classes.days} aria-label="Messages and emails per day">
        <TableHead of={['Day', 'Captured', 'Queued', 'Accepted', 'Failed', 'Not accepted']} />
        <Table.Tbody>
          {days.map(({ day, captured, queued, accepted, failed }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row">{utcDayText(new Date(day))}</Table.Th>
              <Table.Td>{numberText(captured)}</Table.Td>
              <Table.Td>{numberText(queued)}</Table.Td>
              <Table.Td>{numberText(accepted)}</Table.Td>
              <Table.Td data-wrong={failed > 0 || undefined}>{numberText(failed)}</Table.Td>
              <Table.Td>{numberText(captured - accepted)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const mostNamed = 10

interface DifferencesProps {
  readonly messages: Summary['differences']
  readonly conversations: Summary['conversations']
}

function Differences({ messages, conversations }: DifferencesProps) {
  const openConversation = useOverviewHref()
  const isAll = messages.length + conversations.length < archivingLimits.differences
  return (
    <>
      <Lacking hrefs={messages.map((id) => [id, `/messages/${id}`])}>
        {isAll ? '' : 'At least '}
        {counted(messages.length, 'message has', 'messages have')} no email, or one that failed.
      </Lacking>
      <Lacking hrefs={conversations.map((id) => [id, openConversation(id)])}>
        {isAll ? '' : 'At least '}
        {counted(conversations.length, 'conversation has', 'conversations have')} a change of members without
        an email, or with one that failed.
      </Lacking>
    </>
  )
}

interface LackingProps {
  /** By id. */
  readonly hrefs: readonly (readonly [id: string, href: string])[]
  readonly children: ReactNode
}

function Lacking({ hrefs, children }: LackingProps) {
  const mayOpen = useCan('messages.view')
  if (hrefs.length === 0) return null
  return (
    <div className={classes.answer}>
      <p data-wrong>{children}</p>
      {mayOpen && (
        <ul className={classes.named} aria-label="The newest of them">
          {hrefs.slice(0, mostNamed).map(([id, href]) => (
            <li key={id}>
              <TextLink href={href}>{id}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
