import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { listReviewers } from '@verbatim/contract/reviewers.ts'
import { type EventId, UserId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { Entity, EntitySource, Finding } from '#lists/entities.ts'
import { type OptionSource, soughtOptions } from '#lists/sought-options.ts'

/** Represents no assignee, in the picker and in filters. */
export const unassigned: Entity = { id: noId, name: 'Unassigned' }

/** The users who can be assigned an event, and "Unassigned" before them. */
export function assigneesOf(eventId: EventId, nameOf: (user: Entity) => string): EntitySource<Entity> {
  return {
    key: ['users', 'reviewers', eventId],
    async find(api, text, signal) {
      const { items, total } = await find(api, { eventId, text }, signal)
      return { items: items.map((user) => ({ ...user, name: nameOf(user) })), total }
    },
  }
}

const reviewerSource: OptionSource = {
  key: ['users', 'reviewers'],
  find: (api, text, signal) => find(api, { text }, signal),
  async get(api, id, signal) {
    if (id === noId) return unassigned
    const { items } = await api(listReviewers, { query: { id: UserId.parse(id), limit: 1 } }, signal)
    const [user] = items
    if (!user) throw new Failure('user.not-found')
    return user
  },
}

/** The assignees that a list of events can be filtered by. */
export const soughtAssignees = soughtOptions(reviewerSource)

const deciderSource: OptionSource = {
  ...reviewerSource,
  key: ['users', 'deciders'],
  async find(api, text, signal) {
    const { items, total } = await api(
      listReviewers,
      { query: { limit: mostOffered, ...(text && { search: text }) } },
      signal,
    )
    return { items, total }
  },
}

/** Those whose decisions a list of events can be filtered by. */
export const soughtDeciders = soughtOptions(deciderSource)

const mostOffered = 50

async function find(
  api: Api,
  { eventId, text }: { readonly eventId?: EventId; readonly text: string },
  signal: AbortSignal,
): Promise<Finding<Entity> & { readonly total: number }> {
  const query = { limit: mostOffered, ...(eventId && { eventId }), ...(text && { search: text }) }
  const { items, total } = await api(listReviewers, { query }, signal)
  const isFound = unassigned.name.toLowerCase().includes(text.toLowerCase())
  return isFound ? { items: [unassigned, ...items], total: total + 1 } : { items, total }
}
