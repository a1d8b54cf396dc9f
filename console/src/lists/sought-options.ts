import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { OwnFailureCode } from '@verbatim/contract/own-failures.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { listMessageSources, type MessageSourceKind } from '@verbatim/contract/messages.ts'
import { listSubthemes, listThemes } from '@verbatim/contract/theme-choices.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { namedOptions, type Option, type SoughtOptions } from '@verbatim/ui/options.ts'
import { failureOf } from '#failures/failure-of.ts'
import { useApi } from '#shell/use-app-context.ts'
import {
  type Answering,
  callOf,
  type Choice,
  type Entity,
  type EntitySource,
  findChoices,
  foundQuery,
  type Later,
  listSource,
} from './entities.ts'
import type { CallOfOne } from './one-query.ts'

/** A source of options, found by part of their name, or one by its ID. */
export interface OptionSource<E extends Entity = Entity> extends EntitySource<E> {
  readonly get: (api: Api, id: string, signal: AbortSignal) => Promise<E>
}

/** What is asked once a filter opens is not part of the first load. */
const groups = () => import('@verbatim/contract/groups.ts')
const profileCalls = () => import('@verbatim/contract/permission-profiles.ts')

export const nameOf = ({ id, name }: Entity): Entity => ({ id, name })

/** How one of a list is read by its ID: by a call of its own, or, without one, from the list, in which it may be missing. */
type Reading<Row> = { readonly one: Later<CallOfOne & Answering<Row>> } | { readonly missing: OwnFailureCode }

/** The things of a list as options. */
export function optionSource<Row, E extends Entity>(
  choice: Choice<Row> & Reading<Row>,
  toEntity: (row: Row) => E,
): OptionSource<E> {
  return {
    ...listSource(choice, toEntity),
    async get(api, id, signal) {
      if ('one' in choice) {
        const call = await callOf(choice.one)
        const params = { id: call.params.shape.id.parse(id) }
        return toEntity((await api(call, { params } as never, signal)) as Row)
      }
      const query = formatListQuery({ limit: 1, filter: [{ field: 'id', operator: 'eq', values: [id] }] })
      const { items } = await findChoices(api, choice, query, signal)
      return theOne(items.map(toEntity), choice.missing)
    },
  }
}

/** An option before those of a source that is none of its things, such as "Unassigned". */
export const withAlso = ({ key, find, get }: OptionSource, also: Entity): OptionSource => ({
  key,
  async find(api, text, signal) {
    const found = await find(api, text, signal)
    if (!also.name.toLowerCase().includes(text.toLowerCase())) return found
    const { items, total } = found
    return { items: [also, ...items], ...(total !== undefined && { total: total + 1 }) }
  },
  get: async (api, id, signal) => (id === also.id ? also : get(api, id, signal)),
})

export const groupSource = optionSource(
  {
    key: ['groups'],
    call: async () => (await groups()).groupCalls.list,
    one: async () => (await groups()).groupCalls.get,
  },
  nameOf,
)

/** The groups whose conversations the reader may see. */
export const visibleGroupSource = optionSource(
  { key: ['groups', 'visible'], call: async () => (await groups()).listGroups, missing: 'group.not-found' },
  ({ id, name }: GroupEntry) => ({ id, name }),
)

const missingOf: Record<MessageSourceKind, OwnFailureCode> = {
  account: 'account.not-found',
  owner: 'user.not-found',
  author: 'user.not-found',
  recipient: 'user.not-found',
  conversation: 'conversation.not-found',
}

/** The accounts, owners, authors, recipients or conversations of the messages that the reader may see. */
const messageSource = (kind: MessageSourceKind): OptionSource => ({
  key: ['accounts', 'message-sources', kind],
  find: (api, search, signal) => api(listMessageSources, { query: { kind, search } }, signal),
  async get(api, id, signal) {
    const { items } = await api(listMessageSources, { query: { kind, id } }, signal)
    return theOne(items, missingOf[kind])
  },
})

export const authorSource = messageSource('author')

/** The only one of an answer. @throws Failure `missing` */
export function theOne<E>([item]: readonly E[], missing: OwnFailureCode): E {
  if (!item) throw new Failure(missing)
  return item
}

/** The themes that the reader may see messages of. */
export const themeSource = optionSource(
  { key: ['themes', 'choices'], call: listThemes, missing: 'theme.not-found' },
  nameOf,
)

/** The sub-themes that the reader may see messages of, named with their themes. */
const subthemeSource = optionSource(
  { key: ['themes', 'subthemes'], call: listSubthemes, missing: 'theme.not-found' },
  nameOf,
)

export const profileSource = optionSource(
  {
    key: ['permission-profiles'],
    call: async () => (await profileCalls()).listProfiles,
    one: async () => (await profileCalls()).getProfile,
  },
  nameOf,
)

export const soughtGroups = soughtOptions(groupSource)
export const soughtVisibleGroups = soughtOptions(visibleGroupSource)
export const soughtAccounts = soughtOptions(messageSource('account'))
export const soughtMessageOwners = soughtOptions(messageSource('owner'))
export const soughtConversations = soughtOptions(messageSource('conversation'))
export const soughtAuthors = soughtOptions(authorSource)
export const soughtRecipients = soughtOptions(messageSource('recipient'))
export const soughtThemes = soughtOptions(themeSource)
export const soughtSubthemes = soughtOptions(subthemeSource)
export const soughtProfiles = soughtOptions(profileSource)

/** The options of a source for filters and pickers. */
export function soughtOptions(source: OptionSource): SoughtOptions {
  return {
    useFound(text) {
      const { data, error } = useQuery(foundQuery(useApi(), source, text))
      return {
        options: namedOptions(data?.items ?? []),
        search: data ? 'done' : error ? 'failed' : 'looking',
      }
    },
    useNamed(values) {
      const api = useApi()
      const answers = useQueries({ queries: values.map((id) => nameQuery(api, source, id)) })
      return values.map((id, at) => nameOption(id, answers[at]))
    },
  }
}

export function nameQuery(api: Api, source: OptionSource, id: string) {
  return queryOptions({
    queryKey: [...source.key, 'named', id],
    queryFn: async ({ signal }) => (await source.get(api, id, signal)).name,
  })
}

interface NameAnswer {
  readonly data: string | undefined
  readonly error: Error | null
}

/** The name of a value; its ID only if its name is unknown. */
export function nameOption(value: string, answer: NameAnswer | undefined): Option {
  if (answer?.data !== undefined) return { value, label: answer.data }
  if (!answer?.error) return { value, label: '…' }
  return { value, label: failureOf(answer.error)?.status === 404 ? 'deleted' : value }
}
