import { IconMessageCircle } from '@tabler/icons-react'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames } from '@verbatim/contract/event-status.ts'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import { Badge, SeverityBadge, StatusBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import { blockedMeaning, notEvaluatedMeaning } from '@verbatim/ui/colors.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { NamedFace } from '@verbatim/ui/Face.tsx'
import { FromTo } from '@verbatim/ui/thread/FromTo.tsx'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import classes from './event-columns.module.css'

/** The text of a row: two lines around the evidence. */
const excerptLength = 110

/** The columns of the list of cognitive events. */
export const eventColumns: readonly Column<CognitiveEvent>[] = [
  {
    id: 'severity',
    label: 'Severity',
    sortBy: 'severity',
    thenBy: 'triggeredTime',
    width: 92,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: 'status',
    width: 104,
    cell: ({ status, disposition, assignee }) => (
      <>
        <StatusBadge status={status} />
        {disposition ? (
          <div className={classes.second}>{dispositionNames[disposition]}</div>
        ) : (
          assignee && (
            <div className={classes.second} title={`Assigned to ${assignee.name}`}>
              <bdi>{assignee.name}</bdi>
            </div>
          )
        )}
      </>
    ),
  },
  {
    id: 'policy',
    label: 'Policy',
    sortBy: 'policyName',
    width: 164,
    leastWidth: 104,
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
    label: 'From → To',
    sortBy: 'persons.displayName',
    width: 232,
    leastWidth: 192,
    narrow: 'line',
    cell: ({ from, to, channel, direction }) => (
      <FromTo from={from || 'Not shown'} to={to} channel={channel} {...(direction && { direction })} />
    ),
  },
  {
    id: 'assignee',
    label: 'Assignee',
    sortBy: 'assignee.displayName',
    width: 128,
    optional: true,
    narrow: 'out',
    cell: ({ assignee }) =>
      assignee ? (
        <NamedFace name={assignee.name} size="tiny" />
      ) : (
        <span className={classes.none}>Unassigned</span>
      ),
  },
  {
    id: 'urgency',
    label: 'Urgency',
    sortBy: 'urgency',
    thenBy: 'triggeredTime',
    width: 92,
    optional: true,
    narrow: 'out',
    cell: ({ urgency }) => urgency && <UrgencyBadge urgency={urgency} />,
  },
  {
    id: 'theme',
    label: 'Theme',
    width: 128,
    optional: true,
    narrow: 'out',
    cell: ({ theme }) => theme && <bdi title={theme.name}>{theme.name}</bdi>,
  },
  {
    id: 'triggered',
    label: 'Triggered',
    sortBy: 'triggeredTime',
    width: 110,
    widthByDay: 80,
    narrow: 'first',
    cell: ({ triggeredTime, commentCount }) => (
      <>
        <Moment at={triggeredTime} isListed />
        {commentCount > 0 && <Comments count={commentCount} />}
      </>
    ),
  },
  {
    id: 'evidence',
    label: 'Evidence',
    sortBy: 'evidenceCount',
    width: 88,
    align: 'right',
    optional: true,
    narrow: 'out',
    cell: ({ evidenceCount }) => numberText(evidenceCount),
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

function Comments({ count }: { count: number }) {
  const words = counted(count, 'comment')
  return (
    <span className={classes.comments} title={words}>
      <IconMessageCircle size={14} aria-label="Comments:" />
      {badgeCount(count)}
    </span>
  )
}
