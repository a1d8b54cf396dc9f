import { useQuery } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import { toExportCall } from '@verbatim/client/list-state.ts'
import { type AuditEvent, startAuditExport, auditList } from '@verbatim/contract/audit.ts'
import { auditTypes, auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { auditSentence, auditWords, changeLine, countsLine } from '@verbatim/contract/audit-words.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { useState } from 'react'
import { ExportMenu } from '#shell/exports/ExportMenu.tsx'
import type { StartExport } from '#shell/exports/mutations.ts'
import { useListAddress } from '#shell/list-address.ts'
import { ListScreen } from '#shell/ListScreen.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { AuditDetail } from './AuditDetail.tsx'
import classes from './AuditScreen.module.css'
import { auditActorsQuery, auditEventsQuery } from './queries.ts'

const columns: readonly Column<AuditEvent>[] = [
  { id: 'date', label: 'Date', sortBy: 'date', width: 176, cell: ({ at }) => <DateTime at={at} /> },
  {
    id: 'sentence',
    label: 'What happened',
    narrow: 'line',
    cell: (event) => <Sentence event={event} />,
  },
  {
    id: 'changes',
    label: 'Changes',
    narrow: 'line',
    cell: ({ changes, counts }) => (
      <span className={classes.changes}>
        {[countsLine(counts), ...changes.map(changeLine)].filter(Boolean).join(' · ')}
      </span>
    ),
  },
  {
    id: 'type',
    label: 'Event type',
    sortBy: 'eventType',
    width: 208,
    cell: ({ type }) => auditWordsOf(type).label,
  },
  {
    id: 'user',
    label: 'User',
    sortBy: 'user',
    width: 168,
    narrow: 'out',
    cell: ({ actor }) => <bdi>{actor.name}</bdi>,
  },
  {
    id: 'address',
    label: 'Address',
    width: 136,
    optional: true,
    narrow: 'out',
    cell: ({ address }) => address,
  },
]

/** Audit Trail: who did what, when, from where, and what exactly changed. */
export function AuditScreen() {
  const api = useApi()
  const { state } = useListAddress(auditList)
  const answer = useQuery(auditEventsQuery(api, state))
  const [openId, setOpenId] = useState<string>()
  const canExport = useCan('audit.export')
  const start: StartExport = (format) =>
    api(startAuditExport, { query: toExportCall(auditList, state), body: { format } })
  return (
    <ListScreen
      title="Audit Trail"
      noun="audit events"
      spec={auditList}
      answer={answer}
      columns={columns}
      fields={useAuditFields()}
      searchPlaceholder="Search by name or event type"
      onOpen={({ id }) => setOpenId(id === openId ? undefined : id)}
      detail={{ openId, show: (event) => <AuditDetail event={event} /> }}
      rowLabel={auditSentence}
      action={
        canExport && <ExportMenu title="Audit trail" isEmpty={answer.data?.total === 0} start={start} />
      }
      empty={{
        icon: IconHistory,
        title: 'No events in this period',
        text: 'Every sign-in, change and opened message is recorded here. Entries can’t be changed or removed.',
      }}
    />
  )
}

function Sentence({ event }: { event: AuditEvent }) {
  return auditWords(event).map(({ text, isName }, place) =>
    isName ? (
      <bdi key={place} className={classes.name}>
        {text}
      </bdi>
    ) : (
      <span key={place}>{text}</span>
    ),
  )
}

const typeOptions = Object.entries(auditTypes).map(([value, { label }]) => ({ value, label }))

function useAuditFields(): readonly FilterField[] {
  const { data: actors = [] } = useQuery(auditActorsQuery(useApi()))
  const { fields } = auditList
  return [
    { key: 'eventType', label: 'Event type', field: fields.eventType, options: typeOptions },
    {
      key: 'user',
      label: 'User',
      field: fields.user,
      options: [
        ...actors.map(({ id, name }) => ({ value: id as string, label: name })),
        { value: noId, label: 'Unknown' },
      ],
    },
    { key: 'target', label: 'Target', field: fields.target, linkedOnly: true },
    { key: 'requestId', label: 'Request ID', field: fields.requestId },
  ]
}
