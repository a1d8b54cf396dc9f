/** The people in the lists of Key Metrics, under pseudonyms. */
import {
  type Burst,
  type DigitalContact,
  listActiveRepresentatives,
  listBursts,
  listDigitalContacts,
  listInactiveRepresentatives,
  listMetricConversations,
  listRepresentatives,
  listWaitingClients,
  listWaitingOwners,
  type MetricConversation,
  type Representative,
  type WaitingClient,
  type WaitingOwner,
} from '@verbatim/contract/metric-lists.ts'
import { noOwner } from '@verbatim/contract/rows-of.ts'
import { cognitiveEventList } from '@verbatim/contract/cognitive-events.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import type { ContactId, UserId } from '@verbatim/contract/ids.ts'
import { listThemeContacts, type Theme, type ThemePerson } from '@verbatim/contract/themes.ts'
import type { InsightFigures } from '@verbatim/contract/insights.ts'
import { formatFilter, parseFilter } from '@verbatim/contract/list-filter.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { DrilldownList } from '@verbatim/contract/drilldown-lists.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import { Failure } from '#kernel/failure.ts'
import type { HiddenPerson, Pseudonyms } from '#kernel/pseudonyms.ts'
import { hideFrom, type Hiding } from './hidden.ts'
import { anId, withPeople } from './questions.ts'

type Hide = (row: never, pseudonyms: Pseudonyms) => unknown

const hideRow: ReadonlyMap<Endpoint, Hide> = new Map<Endpoint, Hide>([
  [listActiveRepresentatives, hideRepresentative],
  [listInactiveRepresentatives, hideRepresentative],
  [listRepresentatives, hideRepresentative],
  [listDigitalContacts, hideContact],
  [
    listMetricConversations,
    (conversation: MetricConversation): MetricConversation => ({ ...conversation, title: 'Conversation' }),
  ],
  [listWaitingClients, hideWaiting],
  [listWaitingOwners, hideWaitingOwner],
  [listThemeContacts, hideThemePerson],
])

/** Whether a call shows one of these lists. */
export const showsMetricPeople = (endpoint: Endpoint): boolean => hideRow.has(endpoint)

/** The answer of such a call without the names in it. */
export function hideMetricPeople(
  endpoint: Endpoint,
  answer: { readonly items: readonly unknown[] },
  pseudonyms: Pseudonyms,
): unknown {
  const hide = hideRow.get(endpoint)
  return { ...answer, items: answer.items.map((row) => hide?.(row as never, pseudonyms)) }
}

/** Names can neither be searched nor put in order. @throws Failure `identity.hidden` */
export function refuseNames(endpoint: Endpoint, query: unknown): void {
  if (!hideRow.has(endpoint) && endpoint !== listBursts) return
  const asked = Object.entries(query as Readonly<Record<string, unknown>>)
  const isByName = ([name, value]: (typeof asked)[number]) =>
    name === 'sort[name]' ||
    (name === 'sort' && [value].flat().some((one) => one === 'name' || one === '-name'))
  if (asked.some(([name, value]) => name === 'search' && value) || asked.some(isByName))
    throw new Failure('identity.hidden')
}

function hideRepresentative(row: Representative, pseudonyms: Pseudonyms): Representative {
  const person = { kind: 'representative', key: `user ${row.id}` } as const
  const { veil } = pseudonyms
  const { contactsDrilldown: contacts } = row
  return {
    ...named(row, person, pseudonyms),
    id: veil(row.id) as UserId,
    email: '',
    ...(contacts && { contactsDrilldown: veilPeople(contacts, veil) }),
  }
}

function hideContact(row: DigitalContact, pseudonyms: Pseudonyms): DigitalContact {
  const { address = row.name, ...rest } = row
  const key = row.id ? `contact ${row.id}` : `address ${address.trim().toLowerCase()}`
  const hidden = named(rest, { kind: 'client', key }, pseudonyms)
  return row.id ? { ...hidden, id: pseudonyms.veil(row.id) as ContactId } : hidden
}

/** The conversation of a row, and the representatives in it. */
function hideWaiting<Row extends Pick<WaitingClient, 'title' | 'representatives'>>(
  row: Row,
  { nameOf, veil }: Pseudonyms,
): Row {
  const representatives = row.representatives
    .map(({ id }) => ({
      id: veil(id) as UserId,
      name: nameOf({ kind: 'representative', key: `user ${id}` }),
    }))
    // Not in the order of their names.
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return { ...row, title: 'Conversation', representatives }
}

/** A burst without the names in it, unless they were revealed. */
export const hideBurst = (burst: Burst, hiding: Hiding): Burst =>
  hiding.isShown(burst.conversationId) ? burst : hideWaiting(hideFrom(burst, hiding), hiding.pseudonyms)

function hideWaitingOwner(row: WaitingOwner, pseudonyms: Pseudonyms): WaitingOwner {
  if (!row.id) return row
  const person = { kind: 'representative', key: `user ${row.id}` } as const
  return { ...named(row, person, pseudonyms), id: pseudonyms.veil(row.id) as UserId }
}

/** Whether a call may ask for the rows of a representative, in a field of its own. */
export const asksOfRepresentative = (endpoint: Endpoint): boolean =>
  endpoint === listWaitingClients || endpoint === listDigitalContacts

/** The fields with the ID of a representative. */
export const ofRepresentative: readonly string[] = ['owner', 'representative']

/** The question for the waiting clients or the contacts of a representative whose ID was veiled. */
export function unveilOwner(query: unknown, { unveil }: Pseudonyms): unknown {
  const asked = Object.entries(query as object).map(([name, value]) => [
    name,
    ofRepresentative.includes(name) && typeof value === 'string' ? unveil(value) : value,
  ])
  return Object.fromEntries(asked)
}

/** A theme without the names of those who wrote about it. */
export const hideThemePeople = (theme: Theme, pseudonyms: Pseudonyms): Theme => ({
  ...theme,
  people: theme.people.map((person) => hideThemePerson(person, pseudonyms)),
})

function hideThemePerson(row: ThemePerson, { nameOf, veil }: Pseudonyms): ThemePerson {
  const { userId, contactId, address = row.name, drilldown, messages } = row
  const key = userId
    ? `user ${userId}`
    : contactId
      ? `contact ${contactId}`
      : `address ${address.trim().toLowerCase()}`
  return {
    name: nameOf({ kind: userId ? 'representative' : 'client', key }),
    ...(userId && { userId: veil(userId) as UserId }),
    ...(contactId && { contactId: veil(contactId) as ContactId }),
    messages,
    ...(drilldown && { drilldown: veilPeople(drilldown, veil) }),
  }
}

/** The representatives in an insight, under their pseudonyms. */
export function hideTilePeople(figures: InsightFigures, pseudonyms: Pseudonyms): InsightFigures {
  const hidePart = (part: Part) => {
    if (part.key === noOwner) return part
    const person = { kind: 'representative', key: `user ${part.key}` } as const
    return { ...named({ ...part, name: '' }, person, pseudonyms), key: pseudonyms.veil(part.key) }
  }
  return {
    ...figures,
    tiles: figures.tiles.map((tile) =>
      tile.state === 'counted' && tile.by === 'representative' && tile.parts
        ? { ...tile, parts: tile.parts.map(hidePart) }
        : tile,
    ),
  }
}

type Part = NonNullable<Extract<InsightFigures['tiles'][number], { state: 'counted' }>['parts']>[number]

/** The row under the person's pseudonym, also in the question for its messages. */
function named<Row extends { readonly name: string; readonly drilldown?: Drilldown | undefined }>(
  row: Row,
  person: HiddenPerson,
  { nameOf, veil }: Pseudonyms,
): Row {
  const { drilldown } = row
  return { ...row, name: nameOf(person), ...(drilldown && { drilldown: veilPeople(drilldown, veil) }) }
}

/** The lists with filters; those of Key Metrics have a kind of row, such as `waiting:…` for a representative. */
const filtered: Readonly<Partial<Record<DrilldownList, ListSpec>>> = {
  messages: messageList,
  events: cognitiveEventList,
}

/** The question for a person's rows with each ID of a person veiled, and no other one. A merged contact has several. */
function veilPeople(drilldown: Drilldown, veil: Pseudonyms['veil']): Drilldown {
  const { list, filter } = drilldown
  if (filter === undefined) return drilldown
  const spec = filtered[list]
  const veiled = spec
    ? formatFilter(withPeople(parseFilter(spec, filter), veil))
    : filter.replaceAll(anId, veil)
  return { ...drilldown, filter: veiled }
}
