import { IconHistory } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type AuditEvent, auditList, listAuditEvents, startAuditExport } from '@verbatim/contract/audit.ts'
import { auditTypes, auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { useState } from 'react'
import type { Page as ListPage } from '@verbatim/contract/list.ts'
import { list } from '#lists/list.ts'
import { useListAddress } from '#lists/list-address.ts'
import { ListScreen, useListAnswer } from '#lists/ListScreen.tsx'
import { type AuditRow, foldedRows, foldLine, foldText } from './audit-folds.ts'
import { auditLine, isListing } from './audit-lines.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditEntries } from './AuditEntries.tsx'
import { AuditWords } from './AuditWords.tsx'
import classes from './AuditScreen.module.css'
import { soughtActors } from './queries.ts'

const columns: readonly Column<AuditRow>[] = [
  {
    id: 'date',
    label: 'Date',
    sortBy: 'date',
    width: 116,
    widthByDay: 92,
    narrow: 'first',
    cell: ({ at }) => <Moment at={at} isListed />,
  },
  {
    id: 'sentence',
    label: 'What happened',
    narrow: 'line',
    cell: (event) => (
      <>
        <AuditWords event={event} repeats={event.repeats} />
        <div className={classes.changes} data-one-line data-repeated={isRepeatedBelow(event) || undefined}>
          {event.repeats ? foldLine(event.repeats) : auditLine(event)}
        </div>
      </>
    ),
  },
  {
    id: 'type',
    label: 'Event type',
    sortBy: 'eventType',
    width: 208,
    optional: true,
    narrow: 'out',
    cell: ({ type }) => auditWordsOf(type).label,
  },
  {
    id: 'user',
    label: 'User',
    sortBy: 'user',
    width: 168,
    optional: true,
    narrow: 'out',
    cell: ({ actor }) => <bdi>{actor.name}</bdi>,
  },
  {
    id: 'address',
    label: 'IP address',
    width: 136,
    narrow: 'out',
    cell: ({ address }) => <span className={classes.changes}>{address}</span>,
  },
]

const typeOptions = Object.entries(auditTypes).map(([value, { label }]) => ({ value, label }))

/** Audit Trail: who did what, when, from where, and what exactly changed. */
export const auditTrail = list<ListPage<AuditRow>>({
  key: ['audit'],
  saved: 'audit',
  spec: auditList,
  call: listAuditEvents,
  title: 'Audit Trail',
  noun: 'audit events',
  columns,
  fields: filterFields(auditList.fields, {
    eventType: { label: 'Event type', options: typeOptions },
    user: { label: 'User', sought: soughtActors },
    target: { label: 'Target', linkedOnly: true },
    id: { label: 'Event', linkedOnly: true },
    requestId: 'Request ID',
  }),
  searchPlaceholder: 'Search by name or event type',
  rowLabel: labelOf,
  days: { sortBy: 'date', at: ({ at }) => at },
  exports: { title: 'Audit trail', call: startAuditExport },
  empty: {
    icon: IconHistory,
    title: 'No events in this period',
    text: 'Every sign-in, change and opened message is recorded here. Entries can’t be changed or removed.',
  },
})

/** Opened, the row has all of it in its details. A question is only here in words. */
const isRepeatedBelow = ({ type, repeats }: AuditRow) => !repeats && !isListing(type)

function labelOf(event: AuditRow): string {
  return event.repeats ? `${event.actor.name} ${foldText(event, event.repeats)}` : auditSentence(event)
}

export function AuditScreen() {
  const [openId, setOpenId] = useState<string>()
  const [isFolded, setFolded] = useLocalStorage({
    key: 'verbatim.audit-folded',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const { state } = useListAddress(auditList)
  const answer = useListAnswer(auditTrail, state)
  const entries: readonly AuditEvent[] = answer.data?.items ?? []
  const rows = foldedRows(entries)
  const data = answer.data && isFolded ? { ...answer.data, items: [...rows] } : answer.data
  return (
    <ListScreen
      list={auditTrail}
      answer={{ ...answer, data }}
      onOpen={({ id }) => setOpenId(id === openId ? undefined : id)}
      detail={{
        openId,
        show: (event) =>
          event.repeats ? <AuditEntries entries={event.repeats} /> : <AuditDetail event={event} />,
      }}
      note={
        rows.length < entries.length && (
          <p className={classes.folded}>
            {isFolded
              ? `The ${entries.length} entries on this page are folded into ${rows.length} rows.`
              : 'Every entry has a row of its own.'}{' '}
            <Button size="compact-xs" variant="subtle" onClick={() => setFolded(!isFolded)}>
              {isFolded ? 'Show every entry' : 'Fold repeats'}
            </Button>
          </p>
        )
      }
    />
  )
}
