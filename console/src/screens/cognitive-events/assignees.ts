import { listReviewers } from '@verbatim/contract/reviewers.ts'
import { type EventId, UserId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import { type Entity, type EntitySource, mostOffered } from '#lists/entities.ts'
import { type OptionSource, soughtOptions, theOne, withAlso } from '#lists/sought-options.ts'

/** Represents no assignee, in the picker and in filters. */
export const unassigned: Entity = { id: noId, name: 'Unassigned' }

/** The users who can be assigned an event, and "Unassigned" before them. */
export const assigneesOf = (eventId: EventId, nameOf: (user: Entity) => string): EntitySource<Entity> =>
  withAlso(reviewersOf(['users', 'reviewers', eventId], { eventId, nameOf }), unassigned)

/** The assignees that a list of events can be filtered by. */
export const soughtAssignees = soughtOptions(withAlso(reviewersOf(['users', 'reviewers']), unassigned))

/** Those whose decisions a list of events can be filtered by. */
export const soughtDeciders = soughtOptions(reviewersOf(['users', 'deciders']))

interface Reviewers {
  /** Only those who see this event. */
  readonly eventId?: EventId
  readonly nameOf?: (user: Entity) => string
}

function reviewersOf(
  key: OptionSource['key'],
  { eventId, nameOf = ({ name }) => name }: Reviewers = {},
): OptionSource {
  return {
    key,
    async find(api, text, signal) {
      const query = { limit: mostOffered, ...(eventId && { eventId }), ...(text && { search: text }) }
      const { items, total } = await api(listReviewers, { query }, signal)
      return { items: items.map((user) => ({ ...user, name: nameOf(user) })), total }
    },
    async get(api, id, signal) {
      const { items } = await api(listReviewers, { query: { id: UserId.parse(id), limit: 1 } }, signal)
      return theOne(items, 'user.not-found')
    },
  }
}
