import { defaultListState, toAddress, type ListState } from '@verbatim/client/list-state.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import { openStatuses } from '@verbatim/contract/event-status.ts'
import { type Condition, formatFilter } from '@verbatim/contract/list-filter.ts'
import { searchText } from '@verbatim/client/search-text.ts'

/** A frequent question: a named filter. */
interface EventView {
  readonly id: string
  readonly label: string
  readonly filter: string | undefined
  /** Whether its number is shown, because it is waiting work. */
  readonly isCounted: boolean
}

const open: Condition = { field: 'status', operator: 'in', values: openStatuses }
export const openFilter = formatFilter([open])

/** Open events, this reader's events, escalated events, and all. */
export function eventViews(readerId: string): readonly EventView[] {
  const mine: Condition = { field: 'assigneeId', operator: 'eq', values: [readerId] }
  const escalated: Condition = { field: 'status', operator: 'eq', values: ['escalated'] }
  return [
    { id: 'open', label: 'Open', filter: openFilter, isCounted: true },
    { id: 'mine', label: 'Mine', filter: formatFilter([mine, open]), isCounted: true },
    { id: 'escalated', label: 'Escalated', filter: formatFilter([escalated]), isCounted: true },
    { id: 'all', label: 'All', filter: undefined, isCounted: false },
  ]
}

const similarField = 'similarTo'

/** Open events with evidence of the same rule in the same words as this one. */
const similarFilter = (id: string) =>
  formatFilter([{ field: similarField, operator: 'eq', values: [id] }, open])

/** The event whose similar events a list shows, if it is such a list. */
export const similarTo = (conditions: readonly Condition[]): string | undefined =>
  conditions.find(({ field, operator }) => field === similarField && operator === 'eq')?.values[0]

/** The list of the open events that are similar to one, of all time. */
export function similarState(id: string): ListState {
  return { ...defaultListState(cognitiveEventList), period: 'all', filter: similarFilter(id) }
}

/** The list's address. */
export function eventsHref(state: ListState): string {
  return `/events${searchText(toAddress(cognitiveEventList, state))}`
}

/**
 * An event's address. It contains the state of the list that it was opened from, and always its page, so that users can go to
 * the next event and back to the list. An event opened from elsewhere has no list.
 */
export function eventHref(id: string, state: ListState | undefined, tab?: 'comments' | 'history'): string {
  const from = state ? { page: state.page, ...toAddress(cognitiveEventList, state) } : {}
  return `/events/${id}${tab ? `/${tab}` : ''}${searchText(from)}`
}
