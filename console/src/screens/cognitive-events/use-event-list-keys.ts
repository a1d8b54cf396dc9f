import { useRouter } from '@tanstack/react-router'
import type { ListState } from '@verbatim/client/list-state.ts'
import type {
  CognitiveEvent,
  CognitiveEventDetail,
  StatusChange,
} from '@verbatim/contract/cognitive-events.ts'
import type { Hold } from '@verbatim/ui/held-keys.ts'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import type { ReadingPane } from '#lists/reading-pane.ts'
import { typeAhead } from '#lists/typed-ahead.ts'
import { usePaneKeys } from '#lists/use-pane-keys.ts'
import { eventHref, eventsHref, similarState } from '#screens/cognitive-events/queue/event-views.ts'
import type { useBulkStep } from '#screens/cognitive-events/steps/BulkSteps.tsx'
import { stepKeys } from '#screens/cognitive-events/steps/steps.ts'
import { useSteps } from '#screens/cognitive-events/steps/use-steps.ts'
import { useCan } from '#shell/use-app-context.ts'

interface ListKeysGiven {
  readonly state: ListState
  readonly pane: ReadingPane
  /** Undefined while they are loading. */
  readonly rows: readonly CognitiveEvent[] | undefined
  /** Selects an event, or takes it out of the selection, where many can be decided on at once. */
  readonly toggle: ((id: string) => void) | undefined
  readonly bulk: ReturnType<typeof useBulkStep>
  /** Whether events are selected: a decision is on all of them. */
  readonly isForMany: boolean
}

/**
 * The keys of the list of events: 1 to 5 and E decide on the row or on the selected ones, C comments, S finds similar events, X
 * selects, U undoes.
 * @returns Those of the row that has the focus, what they wait for, and a function to call with what the pane has drawn
 */
export function useEventListKeys({ state, pane, rows, toggle, bulk, isForMany }: ListKeysGiven) {
  const { history } = useRouter()
  const { take, undo, isUndoing } = useSteps()
  const canComment = useCan('events.comment')
  const takeStep = (event: CognitiveEvent, change: StatusChange) =>
    isForMany ? bulk.take(change) : take(event, change)
  const comment = (id: string) => {
    history.push(`${eventHref(id, state, 'comments')}#comment`)
    if (canComment) typeAhead()
  }
  const hold: Hold = { ...bulk.hold, isBusy: () => bulk.hold.isBusy() || isUndoing() }
  useKeys(pane.isOpen ? {} : { u: () => undo() })
  const onDrawn = usePaneKeys<CognitiveEventDetail>(pane, rows, {
    onRow: {
      c: comment,
      s: (id) => history.push(eventsHref(similarState(id))),
      ...(toggle && { x: toggle }),
    },
    onContent: stepKeys(takeStep),
    hold,
    plain: { u: () => undo() },
    typing: canComment ? ['c'] : [],
  })
  const rowKeys = { ...stepKeys<CognitiveEvent>(takeStep), c: ({ id }: CognitiveEvent) => comment(id) }
  return { rowKeys, hold, onDrawn }
}
