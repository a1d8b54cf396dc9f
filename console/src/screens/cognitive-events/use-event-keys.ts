import { useRouter } from '@tanstack/react-router'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { eventsHref, similarState } from '#screens/cognitive-events/queue/event-views.ts'
import type { Act } from '@verbatim/ui/held-keys.ts'
import { useHeldKeys } from '#lists/use-held-keys.ts'
import { useCan } from '#shell/use-app-context.ts'
import { stepKeys } from '#screens/cognitive-events/steps/steps.ts'
import type { Neighbours } from '#screens/cognitive-events/queue/use-neighbours.ts'
import { useSteps } from '#screens/cognitive-events/steps/use-steps.ts'

export interface DrawnEvent {
  /** The event that is drawn or loading. */
  readonly id: string
  readonly event: CognitiveEventDetail | undefined
  /** Whether the event does not exist. */
  readonly isMissing: boolean
}

const decisionKeys = ['1', '2', '3', '4', '5', 'e'] as const

/**
 * 1 to 5 and E decide, C comments, S finds similar events, U undoes, J and K move through the list. Each acts on the
 * event in the address, when it is drawn, and on the drawn version; after U, on the version that U leads to.
 */
export function useEventKeys({ id, event, isMissing }: DrawnEvent, neighbours: Neighbours): void {
  const { history } = useRouter()
  const { take, undo, isUndoing } = useSteps()
  const go = (href: string | undefined): Act =>
    href === undefined ? (neighbours.isLoading ? 'wait' : undefined) : () => history.push(href)
  const canComment = useCan('events.comment')
  const actOf = (key: string): Act => {
    if (!history.location.pathname.split('/').includes(id)) return 'wait'
    if (key === 'j') return go(neighbours.next)
    if (key === 'k') return go(neighbours.previous)
    if (key === 'u') return () => undo()
    if (!event) return isMissing ? undefined : 'wait'
    if (key === 's') return () => history.push(eventsHref(similarState(id)))
    if (key === 'c') return () => focusComment(() => history.push(`${commentsOf(history.location)}#comment`))
    if (isUndoing()) return 'wait'
    return () => stepKeys<CognitiveEventDetail>(take)[key]?.(event)
  }
  useHeldKeys(['j', 'k', 'u', 'c', 's', ...decisionKeys], actOf, { typing: canComment ? ['c'] : [] })
}

function focusComment(open: () => void): void {
  const box = document.querySelector<HTMLElement>('#comment')
  if (box) box.focus()
  else open()
}

/** The address of the same event's comments. */
function commentsOf({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  const [, events, id] = pathname.split('/')
  return `/${events}/${id}/comments${search}`
}
