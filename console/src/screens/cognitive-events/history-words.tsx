import {
  type Icon,
  IconArrowUpCircle,
  IconCircleCheck,
  IconCircleDotted,
  IconCircleX,
  IconEye,
  IconPlus,
  IconRadar2,
  IconUserCheck,
} from '@tabler/icons-react'
import type { EventHistoryEntry } from '@verbatim/contract/cognitive-events.ts'
import {
  dispositionNames,
  type EventStatus,
  isReopening,
  statusNames,
} from '@verbatim/contract/event-status.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { ReactNode } from 'react'
import { PersonName } from '#thread/PersonName.tsx'

interface HistoryWords {
  readonly icon: Icon
  readonly title: ReactNode
  /** The comment of the entry. */
  readonly body?: ReactNode
}

const statusIcons: Record<EventStatus, Icon> = {
  new: IconCircleDotted,
  in_review: IconEye,
  escalated: IconArrowUpCircle,
  resolved: IconCircleCheck,
  dismissed: IconCircleX,
}

/** One step of an event's life in a sentence. */
export function historyWords(entry: EventHistoryEntry): HistoryWords {
  const { kind, note } = entry
  switch (kind) {
    case 'raised':
      return { icon: IconRadar2, title: `Raised with ${evidences(note)}` }
    case 'joined':
      return { icon: IconPlus, title: `${evidences(note)} more` }
    case 'assigned':
      return {
        icon: IconUserCheck,
        title: (
          <>
            <Actor entry={entry} /> assigned it to{' '}
            {note === null ? <b>no one</b> : <PersonName person={{ name: note, userId: entry.assigneeId }} />}
          </>
        ),
      }
    case 'status':
      return statusWords(entry)
  }
}

function statusWords(entry: EventHistoryEntry): HistoryWords {
  const { from, to, disposition, note, undoes } = entry
  const isReopened = from !== null && to !== null && isReopening(from, to)
  return {
    icon: to ? statusIcons[to] : IconCircleDotted,
    title: (
      <>
        <Actor entry={entry} />{' '}
        {undoes !== null ? 'undid the last change:' : isReopened ? 'reopened it:' : 'moved it:'}{' '}
        {from && statusNames[from]} → {to && statusNames[to]}
        {disposition && ` as ${dispositionNames[disposition]}`}
      </>
    ),
    ...(note && undoes === null && { body: <bdi>{note}</bdi> }),
  }
}

function Actor({ entry: { by, byId } }: { entry: EventHistoryEntry }) {
  return <PersonName person={{ name: by, userId: byId }} />
}

function evidences(note: string | null): string {
  const count = Number(note) || 1
  return counted(count, 'piece of evidence', 'pieces of evidence')
}
