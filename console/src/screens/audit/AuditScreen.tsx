import { IconHistory } from '@tabler/icons-react'
import { type AuditEvent, auditList, listAuditEvents, startAuditExport } from '@verbatim/contract/audit.ts'
import { auditTypes, auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { auditSentence, auditWords } from '@verbatim/contract/audit-words.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { Face } from '@verbatim/ui/Face.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { useState } from 'react'
import { list } from '#lists/list.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { auditLine } from './audit-lines.ts'
import { AuditDetail } from './AuditDetail.tsx'
import classes from './AuditScreen.module.css'
import { soughtActors } from './queries.ts'
import { targetHref } from './target-address.ts'

const columns: readonly Column<AuditEvent>[] = [
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
        {event.actor.id !== undefined && <Face name={event.actor.name} size="tiny" />}{' '}
        <Sentence event={event} />
        <div className={classes.changes}>{auditLine(event)}</div>
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
    label: 'Address',
    width: 136,
    narrow: 'out',
    cell: ({ address }) => <span className={classes.changes}>{address}</span>,
  },
]

const typeOptions = Object.entries(auditTypes).map(([value, { label }]) => ({ value, label }))

const { fields } = auditList
const auditFields: readonly FilterField[] = [
  { key: 'eventType', label: 'Event type', field: fields.eventType, options: typeOptions },
  { key: 'user', label: 'User', field: fields.user, sought: soughtActors },
  { key: 'target', label: 'Target', field: fields.target, linkedOnly: true },
  { key: 'id', label: 'Event', field: fields.id, linkedOnly: true },
  { key: 'requestId', label: 'Request ID', field: fields.requestId },
]

/** Audit Trail: who did what, when and from where, and what exactly changed. */
export const auditTrail = list({
  key: ['audit'],
  saved: 'audit',
  spec: auditList,
  call: listAuditEvents,
  title: 'Audit Trail',
  noun: 'audit events',
  columns,
  fields: auditFields,
  searchPlaceholder: 'Search by name or event type',
  rowLabel: auditSentence,
  days: { sortBy: 'date', at: ({ at }) => at },
  exports: { title: 'Audit trail', call: startAuditExport },
  empty: {
    icon: IconHistory,
    title: 'No events in this period',
    text: 'Every sign-in, change and opened message is recorded here. Entries can’t be changed or removed.',
  },
})

export function AuditScreen() {
  const [openId, setOpenId] = useState<string>()
  return (
    <ListScreen
      list={auditTrail}
      onOpen={({ id }) => setOpenId(id === openId ? undefined : id)}
      detail={{ openId, show: (event) => <AuditDetail event={event} /> }}
    />
  )
}

/** Names in bold; the target's is a link to it. */
function Sentence({ event }: { event: AuditEvent }) {
  const href = targetHref(event)
  return auditWords(event).map(({ text, isName, isTarget }, place) => {
    if (isTarget && href)
      return (
        <TextLink key={place} href={href} className={classes.name}>
          <bdi>{text}</bdi>
        </TextLink>
      )
    if (!isName) return <span key={place}>{text}</span>
    return (
      <bdi key={place} className={classes.name}>
        {text}
      </bdi>
    )
  })
}
