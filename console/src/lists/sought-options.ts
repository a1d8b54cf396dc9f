import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { OwnFailureCode } from '@verbatim/contract/own-failures.ts'
import { GroupId, PermissionProfileId } from '@verbatim/contract/ids.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import { listMessageSources, type MessageSourceKind } from '@verbatim/contract/messages.ts'
import { listSubthemes, listThemes } from '@verbatim/contract/theme-choices.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { namedOptions, type Option, type SoughtOptions } from '@verbatim/ui/options.ts'
import { failureOf } from '#failures/failure-of.ts'
import { useApi } from '#shell/use-app-context.ts'
import { type Entity, type EntitySource, foundQuery } from './entities.ts'

/** A source of options, found by part of their name, or one by its ID. */
export interface OptionSource extends EntitySource<Entity> {
  readonly get: (api: Api, id: string, signal: AbortSignal) => Promise<Entity>
}

/** What is asked once a filter opens is not part of the first load. */
const groups = () => import('@verbatim/contract/groups.ts')
const profileCalls = () => import('@verbatim/contract/permission-profiles.ts')

const mostOffered = 50

export const nameOf = ({ id, name }: Entity): Entity => ({ id, name })

/** The query for options by part of a text, of those that `filter` leaves. */
export const byText = (field: string, text: string, filter: readonly Condition[] = []) =>
  formatListQuery({ limit: mostOffered, filter, ...(text && { search: { field, text } }) })

const byId = (id: string) =>
  formatListQuery({ limit: 1, filter: [{ field: 'id', operator: 'eq', values: [id] }] })

export const groupSource: OptionSource = {
  key: ['groups'],
  async find(api, text, signal) {
    const { groupCalls } = await groups()
    const { items } = await api(groupCalls.list, { query: byText('name', text) }, signal)
    return { items: items.map(nameOf) }
  },
  async get(api, id, signal) {
    const { groupCalls } = await groups()
    return api(groupCalls.get, { params: { id: GroupId.parse(id) } }, signal)
  },
}

/** The groups whose conversations the reader may see. */
export const visibleGroupSource: OptionSource = {
  key: ['groups', 'visible'],
  async find(api, text, signal) {
    const { listGroups } = await groups()
    const { items } = await api(listGroups, { query: byText('name', text) }, signal)
    return { items: items.map(nameOf) }
  },
  async get(api, id, signal) {
    const { listGroups } = await groups()
    const { items } = await api(listGroups, { query: byId(id) }, signal)
    return theOne(items, 'group.not-found')
  },
}

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

function theOne([item]: readonly Entity[], missing: OwnFailureCode): Entity {
  if (!item) throw new Failure(missing)
  return item
}

/** The themes that the reader may see messages of. */
export const themeSource: OptionSource = {
  key: ['themes', 'choices'],
  find: (api, search, signal) => api(listThemes, { query: byText('name', search) }, signal),
  async get(api, id, signal) {
    const { items } = await api(listThemes, { query: byId(id) }, signal)
    return theOne(items, 'theme.not-found')
  },
}

/** The sub-themes that the reader may see messages of, named with their themes. */
const subthemeSource: OptionSource = {
  key: ['themes', 'subthemes'],
  find: (api, search, signal) => api(listSubthemes, { query: byText('name', search) }, signal),
  async get(api, id, signal) {
    const { items } = await api(listSubthemes, { query: byId(id) }, signal)
    return theOne(items, 'theme.not-found')
  },
}

export const profileSource: OptionSource = {
  key: ['permission-profiles'],
  async find(api, text, signal) {
    const { listProfiles } = await profileCalls()
    const { items } = await api(listProfiles, { query: byText('name', text) }, signal)
    return { items: items.map(nameOf) }
  },
  async get(api, id, signal) {
    const { getProfile } = await profileCalls()
    return api(getProfile, { params: { id: PermissionProfileId.parse(id) } }, signal)
  },
}

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
