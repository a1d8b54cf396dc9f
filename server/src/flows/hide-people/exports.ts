/** Files under pseudonyms: they last longer than names may be shown, so what was revealed does not count. */
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { formatListQuery, type ListSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { type Burst, listBursts } from '@verbatim/contract/metric-lists.ts'
import type { HideExported } from '#domains/messages/hidden-export.ts'
import { findPeople } from '#domains/messages/people-queries.ts'
import { findPseudonymKey } from '#domains/organizations/pseudonym-key.ts'
import type { Actor } from '#kernel/actor.ts'
import { makePseudonyms, type Pseudonyms } from '#kernel/pseudonyms.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  asksOfRepresentative,
  hideBurst,
  hideMetricPeople,
  refuseNames,
  showsMetricPeople,
  unveilOwner,
} from './metrics.ts'
import { nameless, requireNameless } from './questions.ts'

/** How the people of exported messages are hidden from the actor; undefined where they are not. */
export async function hidingExports(
  tx: TenantTx,
  { readsUnderPseudonyms }: Actor,
  secrets: Secrets,
): Promise<HideExported | undefined> {
  if (!readsUnderPseudonyms) return undefined
  const { nameOf } = makePseudonyms(await findPseudonymKey(tx, secrets))
  return async (inside, messages) => {
    const people = await findPeople(inside, {
      conversationIds: messages.map(({ conversationId }) => conversationId),
      messageIds: messages.map(({ messageId }) => messageId),
    })
    return {
      author: (id) => nameOf(people.author(id) ?? { kind: 'person', key: `message ${id}` }),
      recipient: (conversationId, given) => nameOf(people.recipient(conversationId, given)),
    }
  }
}

/**
 * The question of an export that may have been asked before pseudonyms were turned on.
 * @throws Failure `identity.hidden`
 */
export function namelessQuestion(
  { readsUnderPseudonyms }: Actor,
  spec: ListSpec,
  question: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!readsUnderPseudonyms) return question
  const query = parseListQuery(spec, question)
  requireNameless(query)
  const { sort, filter, search } = query
  return formatListQuery({ sort, filter, ...(search && { search: nameless(search) }) })
}

interface HidingRows {
  /** Names can neither be searched nor put in order. @throws Failure `identity.hidden` */
  readonly question: (query: unknown) => unknown
  readonly rows: (rows: readonly object[]) => Promise<readonly object[]>
}

/** How a list of Key Metrics is hidden from the actor; undefined where it is not. */
export async function hidingRows(
  tx: TenantTx,
  { readsUnderPseudonyms }: Actor,
  list: Endpoint,
  secrets: Secrets,
): Promise<HidingRows | undefined> {
  if (!readsUnderPseudonyms) return undefined
  const pseudonyms = makePseudonyms(await findPseudonymKey(tx, secrets))
  return {
    question(query) {
      refuseNames(list, query)
      return asksOfRepresentative(list) ? unveilOwner(query, pseudonyms) : query
    },
    async rows(rows) {
      if (list === listBursts) return hideBursts(tx, rows as readonly Burst[], pseudonyms)
      if (!showsMetricPeople(list)) return rows
      return (hideMetricPeople(list, { items: rows }, pseudonyms) as { readonly items: object[] }).items
    },
  }
}

async function hideBursts(
  tx: TenantTx,
  bursts: readonly Burst[],
  pseudonyms: Pseudonyms,
): Promise<readonly Burst[]> {
  const messageIds = bursts.map(({ messageId }) => messageId)
  const people = await findPeople(tx, { conversationIds: [], messageIds })
  const never = { isShown: () => false, shownUntil: () => undefined }
  return bursts.map((burst) => hideBurst(burst, { people, pseudonyms, recipients: new Map(), ...never }))
}
