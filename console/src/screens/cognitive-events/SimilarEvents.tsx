import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { openStatuses } from '@verbatim/contract/event-status.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { eventsHref, similarState } from '#screens/cognitive-events/queue/event-views.ts'
import { useOpenedLike } from '#screens/cognitive-events/queue/opened-events.ts'
import { eventCountQuery } from './queries.ts'
import classes from './SimilarEvents.module.css'

/** A link to the open events with the same words and rule; absent if there are no others. */
export function SimilarEvents({ event }: { event: CognitiveEventDetail }) {
  const state = similarState(event.id)
  const { data: total = 0 } = useQuery(eventCountQuery(useApi(), state))
  const isCounted = (openStatuses as readonly string[]).includes(event.status)
  const others = isCounted ? total - 1 : total
  if (others < 1) return
  return (
    <TextLink href={eventsHref(state)} title="Find similar events (S)">
      {counted(others, 'similar open event')}
    </TextLink>
  )
}

/** How many must be opened before a decision on all of them, because one is no proof that they are alike. */
const openedFirst = 3

interface Alike {
  /** The event to which those of the list are similar; undefined for other lists. */
  readonly likeOf: string | undefined
  readonly total: number
}

/** How many more similar events the reader must open before deciding on all of them. */
function useStillToOpen({ likeOf, total }: Alike): number {
  const opened = useOpenedLike(likeOf)
  return likeOf === undefined ? 0 : Math.max(0, Math.min(openedFirst, total) - opened)
}

/** Whether the reader may change many events of a list at once. */
export function useCanChangeMany(alike: Alike): boolean {
  const stillToOpen = useStillToOpen(alike)
  return useMayChangeMany() && stillToOpen === 0
}

function useMayChangeMany(): boolean {
  const mayBulk = useCan('events.bulk')
  return useCan('events.change_status') && mayBulk
}

/** Above a list of similar events: what they have in common, and when a decision on all of them is possible. */
export function SimilarNote({ onSelectAll, ...alike }: Alike & { onSelectAll: () => void }) {
  const canBulk = useMayChangeMany()
  const stillToOpen = useStillToOpen(alike)
  const { likeOf, total } = alike
  if (likeOf === undefined || total === 0) return
  return (
    <div className={classes.note} role="status">
      <span>
        The same words matched the same rule in{' '}
        {total === 1 ? 'this event' : `these ${counted(total, 'event')}`}.
        {canBulk && stillToOpen > 0 && ` Open ${stillToOpen} more to decide on all of them at once.`}
      </span>
      {canBulk && stillToOpen === 0 && total > 1 && (
        <Button size="compact-sm" variant="default" onClick={onSelectAll}>
          Select all {numberText(total)}
        </Button>
      )}
    </div>
  )
}
