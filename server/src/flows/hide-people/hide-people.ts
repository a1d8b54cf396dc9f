/** The edge at which people are hidden: every question and answer of a reader under pseudonyms passes it. */
import type { ConversationId } from '@verbatim/contract/ids.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { listMessageSources, type MessageSourceKind } from '@verbatim/contract/messages.ts'
import { namedRecipients } from '@verbatim/contract/to-line.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPeople } from '#domains/messages/people-queries.ts'
import { findRecipients } from '#domains/messages/to-lines.ts'
import { findPseudonymKey } from '#domains/organizations/pseudonym-key.ts'
import { findReveals } from '#domains/permissions/reveals.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { makePseudonyms, type Pseudonyms } from '#kernel/pseudonyms.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { hideChoices } from './choices.ts'
import { refuseMoments } from './directory-times.ts'
import type { Hiding } from './hidden.ts'
import {
  asksOfRepresentative,
  hideMetricPeople,
  refuseNames,
  showsMetricPeople,
  unveilOwner,
} from './metrics.ts'
import { type Items, presenters, type Shown } from './present.ts'
import { asked, unveilQuestion } from './questions.ts'

interface PseudonymContext extends DbContext {
  readonly secrets: Secrets
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The parameters as they were asked, where `query` has the IDs that the database knows instead. */
    askedQuery?: unknown
  }
}

/** For whom an answer is hidden, and where what it needs is read. */
interface Reading {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly pseudonyms: Pseudonyms
  readonly now: Date
}

type Unveil = (request: FastifyRequest, pseudonyms: Pseudonyms) => unknown
type Hide = (reading: Reading, answer: unknown, request: FastifyRequest) => Promise<unknown>

/** Hides the people of conversations from readers under pseudonyms, in what they ask and in every answer. */
export function hidePeople(app: FastifyInstance, { db, secrets, now }: PseudonymContext): void {
  const findPseudonyms = async (tx: TenantTx) => makePseudonyms(await findPseudonymKey(tx, secrets))
  const choosing = openChoosing()

  app.decorateRequest('askedQuery')
  app.addHook('preHandler', async (request) => {
    const { endpoint } = request.routeOptions.config
    const { actor } = request
    if (!endpoint || !actor?.readsUnderPseudonyms) return
    refuseNames(endpoint, request.query)
    refuseMoments(endpoint, request.query)
    const unveil = unveilerOf(endpoint, choosing)
    if (!unveil) return
    const pseudonyms = await inTenant(db, actor.tenantId, findPseudonyms)
    request.askedQuery = request.query
    request.query = unveil(request, pseudonyms)
  })

  const presents: NonNullable<FastifyInstance['presents']> = async (request, endpoint, answer, tx) => {
    const { actor } = request
    const hide = actor?.readsUnderPseudonyms ? hiderOf(endpoint, choosing) : undefined
    if (!actor || !hide) return answer
    const work = async (inside: TenantTx) =>
      hide({ tx: inside, actor, pseudonyms: await findPseudonyms(inside), now: now() }, answer, request)
    return tx ? work(tx) : inTenant(db, actor.tenantId, work)
  }
  app.decorate('presents', presents)
}

/** How the names in the question of a call become those that the database knows; undefined if it asks for none. */
function unveilerOf(endpoint: Endpoint, choosing: Choosing): Unveil | undefined {
  const spec = asked.get(endpoint)
  if (asksOfRepresentative(endpoint)) return ({ query }, pseudonyms) => unveilOwner(query, pseudonyms)
  if (spec) return ({ query }, pseudonyms) => unveiled(endpoint, spec, query, pseudonyms)
  return endpoint === listMessageSources ? choosing.unveil : undefined
}

/** How the people of an answer are hidden; undefined if it shows none. */
function hiderOf(endpoint: Endpoint, choosing: Choosing): Hide | undefined {
  const presenter = presenters.get(endpoint)
  if (endpoint === listMessageSources) return choosing.hide
  if (showsMetricPeople(endpoint))
    return async ({ pseudonyms }, answer) => hideMetricPeople(endpoint, answer as Items<unknown>, pseudonyms)
  if (!presenter) return undefined
  return async (reading, answer, request) => {
    const hiding = await hidingOf(reading, presenter.about(answer as never, request))
    return presenter.hide(answer as never, hiding, request)
  }
}

/**
 * The question about the people themselves. What is not understood here may ask for a name, so it is refused if its call takes it.
 * @throws Failure `identity.hidden`
 */
function unveiled(endpoint: Endpoint, spec: ListSpec, query: unknown, pseudonyms: Pseudonyms): unknown {
  const question = unveilQuestion(spec, query as Record<string, unknown>, pseudonyms)
  if (!question && endpoint.query?.safeParse(query).success) throw new Failure('identity.hidden')
  return question ?? query
}

interface Choosing {
  readonly unveil: Unveil
  readonly hide: Hide
}

/** Choices are looked for by their pseudonyms, so their handler does not get the words. */
function openChoosing(): Choosing {
  const sought = new WeakMap<FastifyRequest, string>()
  return {
    unveil(request, pseudonyms) {
      const { search, id, ...rest } = request.query as Readonly<Record<string, string>>
      sought.set(request, search ?? '')
      const isVeiled = rest['kind'] !== 'conversation'
      return { ...rest, ...(id !== undefined && { id: isVeiled ? pseudonyms.unveil(id) : id }) }
    },
    async hide({ tx, actor, pseudonyms }, answer, request) {
      const { kind } = request.query as { kind: MessageSourceKind }
      const { items: choices } = answer as Items<{ id: string; name: string }>
      const chosen = { kind, search: sought.get(request) ?? '', choices }
      return { items: await hideChoices(tx, actor, chosen, pseudonyms) }
    },
  }
}

async function hidingOf({ tx, actor, pseudonyms, now }: Reading, about: readonly Shown[]): Promise<Hiding> {
  const conversationIds = [...new Set(about.flatMap(({ conversationId }) => conversationId ?? []))]
  const messageIds = [...new Set(about.flatMap(({ messageId }) => messageId ?? []))]
  const revealed = actor.permissions.has('messages.reveal_identity')
    ? await findReveals(tx, actor.userId, conversationIds, now)
    : new Map<ConversationId, Date>()
  return {
    pseudonyms,
    people: await findPeople(tx, { conversationIds, messageIds }),
    recipients: await findRecipients(tx, actor.scope, messageIds, namedRecipients),
    isShown: (id) => revealed.has(id),
    shownUntil: (id) => revealed.get(id),
  }
}
