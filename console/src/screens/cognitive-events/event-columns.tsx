import { IconMessageCircle } from '@tabler/icons-react'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import { Badge, SeverityBadge, StatusBadge } from '@verbatim/ui/Badge.tsx'
import { blockedMeaning, channelMeaning, notEvaluatedMeaning } from '@verbatim/ui/colors.ts'
import type { Column } from '@verbatim/ui/DataTable.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import classes from './event-columns.module.css'

/** The text of a row: two lines around the evidence. */
const excerptLength = 110

/** The columns of the list of cognitive events. */
export const eventColumns: readonly Column<CognitiveEvent>[] = [
  {
    id: 'severity',
    label: 'Severity',
    sortBy: 'severity',
    width: 96,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: 'status',
    width: 108,
    cell: ({ status, disposition }) => (
      <>
        <StatusBadge status={status} />
        {disposition && <div className={classes.second}>{dispositionNames[disposition]}</div>}
      </>
    ),
  },
  {
    id: 'policy',
    label: 'Policy',
    sortBy: 'policyName',
    width: 176,
    narrow: 'line',
    cell: ({ policyName, ruleNames }) => (
      <div className={classes.policy} title={`${policyName}: ${ruleNames.join(', ')}`}>
        <div className={classes.first}>
          <bdi>{policyName}</bdi>
        </div>
        <div className={classes.second}>
          <bdi>{ruleNames.join(', ')}</bdi>
        </div>
      </div>
    ),
  },
  {
    id: 'words',
    label: 'Message',
    sortBy: 'messageBody',
    narrow: 'line',
    cell: (event) => <Words event={event} />,
  },
  {
    id: 'from',
    label: 'From',
    sortBy: 'persons.displayName',
    width: 148,
    cell: ({ from, channel }) => (
      <div className={classes.from}>
        <div className={classes.plain} title={from}>
          <bdi>{from}</bdi>
        </div>
        <ChannelLine channel={channel} />
      </div>
    ),
  },
  {
    id: 'assignee',
    label: 'Assignee',
    sortBy: 'assignee.displayName',
    width: 104,
    narrow: 'out',
    cell: ({ assignee }) =>
      assignee ? <bdi>{assignee.name}</bdi> : <span className={classes.none}>Unassigned</span>,
  },
  {
    id: 'triggered',
    label: 'Triggered',
    sortBy: 'triggeredTime',
    width: 122,
    narrow: 'first',
    cell: ({ triggeredTime }) => <Ago at={triggeredTime} />,
  },
  {
    id: 'evidence',
    label: 'Evidence',
    sortBy: 'evidenceCount',
    width: 88,
    align: 'right',
    narrow: 'out',
    cell: ({ evidenceCount, commentCount }) => (
      <>
        <div>{numberText(evidenceCount)}</div>
        {commentCount > 0 && <Comments count={commentCount} />}
      </>
    ),
  },
]

function Words({ event: { preview, marks, blocked, notEvaluated } }: { event: CognitiveEvent }) {
  const ranges = marks.map(([start, end]) => ({ start, end, tone: 'evidence' as const }))
  return (
    <>
      {blocked && <Badge meaning={blockedMeaning} />}{' '}
      {notEvaluated && <Badge meaning={notEvaluatedMeaning} />}{' '}
      {preview ? (
        <Highlighted text={preview} ranges={ranges} excerpt={excerptLength} />
      ) : (
        <span className={classes.none}>No text</span>
      )}
    </>
  )
}

/** Text that ends in dots if it is too long, unlike a badge. */
function ChannelLine({ channel }: Pick<CognitiveEvent, 'channel'>) {
  const { label, icon: ChannelIcon } = channelMeaning(channel)
  return (
    <div className={classes.second} title={label}>
      <ChannelIcon size={13} aria-hidden className={classes.channel} /> {label}
    </div>
  )
}

function Comments({ count }: { count: number }) {
  const words = counted(count, 'comment')
  return (
    <span className={classes.comments} title={words}>
      <IconMessageCircle size={14} aria-label="Comments:" />
      {badgeCount(count)}
    </span>
  )
}
