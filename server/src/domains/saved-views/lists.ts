import { BadToken } from '@verbatim/contract/list-filter.ts'
import { type ListSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { type ViewedList, viewedListAccess, type ViewQuestion } from '@verbatim/contract/saved-views.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'

/** The fields of each list's questions. The API knows them: its list endpoints name them. */
export type SpecOf = (list: ViewedList) => ListSpec

/** Whether the actor may open a list. */
export const opensList = ({ permissions }: Actor, list: ViewedList): boolean =>
  viewedListAccess[list].some((name) => permissions.has(name))

/** @throws Failure `view.list-closed` for a list that the actor may not open */
export function requireList(actor: Actor, list: ViewedList): void {
  if (!opensList(actor, list)) throw new Failure('view.list-closed')
}

/** @throws Failure `view.not-understood`, naming the part: ignoring it would widen the question */
export function checkQuestion(spec: ListSpec, question: ViewQuestion): void {
  const { period, search, ...asked } = question
  // A searchable list accepts any words.
  if (search && !spec.search) throw new Failure('view.not-understood', { part: search })
  try {
    parseListQuery(spec, { ...asked, ...(period && period !== 'all' && { period }) })
  } catch (error) {
    if (error instanceof BadToken) throw new Failure('view.not-understood', { part: error.token })
    throw error
  }
}
