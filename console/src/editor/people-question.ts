import { formatListQuery } from '@verbatim/contract/list.ts'

/** A question for people: members, or candidates to add. */
export interface PeopleQuestion {
  readonly within: boolean
  readonly search: string
  readonly limit: number
  readonly skip: number
}

/** The question for the list of those people. For a new thing, without an id, all are candidates. */
export function peopleQuery(
  { field, id }: { readonly field: string; readonly id: string | undefined },
  { within, search, limit, skip }: PeopleQuestion,
) {
  const operator = within ? ('in' as const) : ('nin' as const)
  return formatListQuery({
    limit,
    skip,
    ...(id && { filter: [{ field, operator, values: [id] }] }),
    ...(search && { search: { field: 'displayNameEmail', text: search } }),
  })
}
