import type { Api } from '@verbatim/client/api.ts'
import { formatListQuery, type Page } from '@verbatim/contract/list.ts'
import { type Choice, findChoices } from '#lists/entities.ts'
import type { PickedPerson } from './people-change.ts'

/** A question for people: members, or candidates to add. */
interface PeopleQuestion {
  readonly within: boolean
  readonly search: string
  readonly limit: number
  readonly skip: number
}

/** The source of people: the same questions for users and contacts. */
export interface PeopleSource {
  /** Starts with the slice's name: when the slice changes, the people are fetched again. */
  readonly key: readonly unknown[]
  readonly find: (api: Api, question: PeopleQuestion, signal: AbortSignal) => Promise<Page<PickedPerson>>
}

interface People<Row> extends Pick<Choice<Row>, 'key' | 'call'> {
  /** The field of the thing that they are in. */
  readonly field: string
}

/** The people of a list who are in a thing, and those who could be added. For a new thing, without an id, all could. */
export const peopleOf =
  <Row>({ key, call, field }: People<Row>, toPerson: (row: Row) => PickedPerson) =>
  (id: string | undefined): PeopleSource => ({
    key: [...key, id],
    async find(api, { within, search, limit, skip }, signal) {
      const operator = within ? ('in' as const) : ('nin' as const)
      const query = formatListQuery({
        limit,
        skip,
        ...(id && { filter: [{ field, operator, values: [id] }] }),
        ...(search && { search: { field: 'displayNameEmail', text: search } }),
      })
      const { items, total } = await findChoices(api, { call }, query, signal)
      return { total, items: items.map(toPerson) }
    },
  })
