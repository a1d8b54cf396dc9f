/** Questions of readers under pseudonyms: they may not ask for names, and their choices are veiled. */
import {
  cognitiveEventList,
  exportCognitiveEvents,
  listCognitiveEvents,
  updateEventStatuses,
} from '@verbatim/contract/cognitive-events.ts'
import { listDeprecatedEvents } from '@verbatim/contract/deprecated-events.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { BadToken, type Condition, formatFilter } from '@verbatim/contract/list-filter.ts'
import { formatListQuery, type ListQuery, type ListSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { exportMessages, listMessages, messageList } from '@verbatim/contract/messages.ts'
import { listThemeExamples, listThemeMessages } from '@verbatim/contract/themes.ts'
import { Failure } from '#kernel/failure.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'

/** The calls that are asked like a list of messages or of events. */
export const asked: ReadonlyMap<Endpoint, ListSpec> = new Map<Endpoint, ListSpec>([
  [listMessages, messageList],
  [listThemeMessages, messageList],
  [listThemeExamples, messageList],
  [exportMessages, messageList],
  [listCognitiveEvents, cognitiveEventList],
  [listDeprecatedEvents, cognitiveEventList],
  [exportCognitiveEvents, cognitiveEventList],
  [updateEventStatuses, cognitiveEventList],
])

/** Fields with the IDs of people and of their accounts. */
const veiled = new Set(['ownerId', 'authorId', 'recipientId', 'accountId'])
/** Fields with the names of people who write. */
const names = new Set(['persons.displayName'])

/**
 * The question as one about the people themselves; undefined where it is none of the list's, and its call refuses it.
 * @throws Failure `identity.hidden` for a filter or an order by names
 */
export function unveilQuestion(
  spec: ListSpec,
  raw: Readonly<Record<string, unknown>>,
  pseudonyms: Pseudonyms,
): Record<string, unknown> | undefined {
  const query = parsed(spec, raw)
  if (!query) return undefined
  const { sort, filter } = query
  requireNameless(query)
  const plain = Object.fromEntries(Object.entries(raw).filter(([name]) => plainWords.has(name)))
  return {
    ...plain,
    ...formatListQuery({
      sort,
      filter: withPeople(filter, pseudonyms.unveil),
      ...(query.search && { search: nameless(query.search) }),
    }),
  }
}

export const anId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The parameters of a question that was asked and kept, by name: lists are asked in two forms. */
type Kept = readonly [name: string, value: unknown]

/** A kept question, as a reader under pseudonyms asks it. What is not understood, as of an earlier release, has every ID veiled. */
export function veilKept(spec: ListSpec, [name, value]: Kept, { veil }: Pseudonyms): Kept {
  if (name !== 'filter' && !name.startsWith('filter[')) return [name, value]
  const query = parsed(spec, { [name]: value })
  if (query) return ['filter', formatFilter(withPeople(query.filter, veil))]
  return [name, [value].flat().join(',').replaceAll(anId, veil)]
}

/** The conditions with other IDs of people and accounts in them. */
export const withPeople = (
  filter: readonly Condition[],
  turn: (id: string) => string,
): readonly Condition[] =>
  filter.map((condition) =>
    veiled.has(condition.field) ? { ...condition, values: condition.values.map(turn) } : condition,
  )

/** The question of an export that was asked before pseudonyms were turned on. @throws Failure `identity.hidden` */
export function requireNameless({ sort, filter }: Pick<ListQuery, 'sort' | 'filter'>): void {
  if ([...sort, ...filter].some(({ field }) => names.has(field))) throw new Failure('identity.hidden')
}

/** Of pages and of days: nothing about people. */
const plainWords = new Set([
  'limit',
  'skip',
  'page',
  'size',
  'pageSize',
  'exactTo',
  'days',
  'date-from',
  'date-to',
])

/** The question of a list; undefined where it is none. */
export function parsed(spec: ListSpec, raw: Readonly<Record<string, unknown>>): ListQuery | undefined {
  try {
    const question = Object.entries(raw).filter(([name]) => !plainWords.has(name))
    return parseListQuery(spec, Object.fromEntries(question) as Parameters<typeof parseListQuery>[1])
  } catch (error) {
    if (error instanceof BadToken) return undefined
    throw error
  }
}

type Search = NonNullable<ListQuery['search']>

/** A search of everything is one of everything but authors. */
export const nameless = (search: Search): Search =>
  search.field === 'everything' ? { ...search, field: 'unnamed' } : search
