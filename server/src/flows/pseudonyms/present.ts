/**
 * The edge at which people are hidden: every answer of a reader under pseudonyms passes it. A call that shows people of
 * conversations has a line here. Source: docs/rules/pseudonyms.md.
 */
import {
  assignEvent,
  type CognitiveEvent,
  getCognitiveEvent,
  listCognitiveEvents,
  updateEventStatus,
} from '@verbatim/contract/cognitive-events.ts'
import {
  type Conversation,
  type ConversationSummary,
  getConversation,
  getConversationSummary,
} from '@verbatim/contract/conversations.ts'
import { type Burst, listBursts } from '@verbatim/contract/dashboards.ts'
import { listDeprecatedEvents } from '@verbatim/contract/deprecated-events.ts'
import { type EffectiveAccess, getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { type Found, findThings } from '@verbatim/contract/find.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import {
  getMessage,
  listMessages,
  listMessageSources,
  type Message,
  type MessageDetails,
  type MessageSourceKind,
} from '@verbatim/contract/messages.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { getInsightFigures, type InsightFigures, previewInsight } from '@verbatim/contract/insights.ts'
import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPeople } from '#domains/messages/people-queries.ts'
import { findRecipients } from '#domains/messages/to-lines.ts'
import { findPseudonymKey } from '#domains/organizations/pseudonym-key.ts'
import { findReveals } from '#domains/permissions/reveals.ts'
import { namedRecipients } from '@verbatim/contract/to-line.ts'
import { Failure } from '#kernel/failure.ts'
import type { Actor } from '#kernel/actor.ts'
import { makePseudonyms, type Pseudonyms } from '#kernel/pseudonyms.ts'
import { getTheme, listThemeExamples, listThemeMessages, type Theme } from '@verbatim/contract/themes.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import {
  authorOf,
  hideConversation,
  hideDetails,
  hideEvent,
  hideFrom,
  hideMessage,
  hideSummary,
  type Hiding,
} from './hidden.ts'
import { asked, unveilQuestion } from './questions.ts'
import { hideChoices } from './choices.ts'
import {
  asksOfRepresentative,
  hideBurst,
  hideMetricPeople,
  hideThemePeople,
  hideTilePeople,
  refuseNames,
  showsMetricPeople,
  unveilOwner,
} from './metrics.ts'

interface PseudonymContext extends DbContext {
  readonly secrets: Secrets
}

/** The conversations and messages whose people an answer shows, and the answer without them. */
interface Presented {
  readonly about: (answer: never, request: FastifyRequest) => readonly Shown[]
  readonly hide: (answer: never, hiding: Hiding, request: FastifyRequest) => unknown
}
interface Shown {
  readonly conversationId?: ConversationId
  readonly messageId?: MessageId
}

function presented<A>(
  about: (answer: A, request: FastifyRequest) => readonly Shown[],
  hide: (answer: A, hiding: Hiding, request: FastifyRequest) => unknown,
): Presented {
  return { about, hide } as Presented
}

interface Items<T> {
  readonly items: readonly T[]
}
const ofMessage = ({ id, conversationId }: Omit<Message, 'to'>) => ({ messageId: id, conversationId })
const ofConversation = ({ id, messages }: Conversation) => [
  { conversationId: id },
  ...messages.map(ofMessage),
]
const messages = presented<Items<Message>>(
  ({ items }) => items.map(ofMessage),
  (answer, hiding) => ({ ...answer, items: answer.items.map((message) => hideMessage(message, hiding)) }),
)
const events = presented<Items<CognitiveEvent>>(
  ({ items }) => items,
  (answer, hiding) => ({ ...answer, items: answer.items.map((event) => hideEvent(event, hiding)) }),
)
const event = presented<CognitiveEvent>((answer) => [answer], hideEvent)

const insightFigures = presented<InsightFigures>(
  () => [],
  (answer, { pseudonyms }) => hideTilePeople(answer, pseudonyms),
)

const summaryOf = (summary: ConversationSummary, hiding: Hiding, { params }: FastifyRequest) =>
  hiding.isShown((params as { id: ConversationId }).id) ? summary : hideSummary(summary, hiding)

const presenters: ReadonlyMap<Endpoint, Presented> = new Map<Endpoint, Presented>([
  [listMessages, messages],
  [listThemeMessages, messages],
  [listThemeExamples, messages],
  [
    listBursts,
    presented<Items<Burst>>(
      ({ items }) => items,
      (answer, hiding) => ({ ...answer, items: answer.items.map((burst) => hideBurst(burst, hiding)) }),
    ),
  ],
  [
    getTheme,
    presented<Theme>(
      () => [],
      (theme, { pseudonyms }) => hideThemePeople(theme, pseudonyms),
    ),
  ],
  [getMessage, presented<MessageDetails>((message) => [ofMessage(message)], hideDetails)],
  [getConversation, presented<Conversation>(ofConversation, withIdentity)],
  [
    getConversationSummary,
    presented<ConversationSummary>(({ sentences }, { params }) => {
      const { id: conversationId } = params as { id: ConversationId }
      return [{ conversationId }, ...sentences]
    }, summaryOf),
  ],
  // Why a representative sees a message in the messenger says that it is theirs.
  [
    getEffectiveAccess,
    presented<EffectiveAccess>(
      () => [],
      ({ messenger, ...answer }, _hiding, { actor }) =>
        answer.message && !actor?.permissions.has('messages.reveal_identity')
          ? answer
          : { ...answer, ...(messenger && { messenger }) },
    ),
  ],
  [listCognitiveEvents, events],
  [listDeprecatedEvents, events],
  [getInsightFigures, insightFigures],
  [previewInsight, insightFigures],
  [getCognitiveEvent, event],
  [updateEventStatus, event],
  [assignEvent, event],
  [
    previewPolicy,
    presented<{
      readonly sample: readonly { messageId: MessageId; from: string; conversationId: ConversationId }[]
    }>(
      ({ sample }) => sample,
      (answer, hiding) => ({
        ...answer,
        sample: answer.sample.map((one) =>
          hiding.isShown(one.conversationId) ? one : hideFrom(one, hiding),
        ),
      }),
    ),
  ],
  [
    findThings,
    presented<Items<Found>>(
      ({ items }) =>
        items.flatMap((found) => (found.kind === 'message' ? [{ messageId: found.id as MessageId }] : [])),
      (answer, hiding) => ({ ...answer, items: answer.items.map((found) => hideFound(found, hiding)) }),
    ),
  ],
])

/** Whose names are shown is said where they can be revealed. */
function withIdentity(conversation: Conversation, hiding: Hiding): Conversation {
  const until = hiding.shownUntil(conversation.id)
  return {
    ...hideConversation(conversation, hiding),
    identity: { isHidden: !until, ...(until && { until: until.toISOString() }) },
  }
}

/** What names the author of a message; the names of conversations are not looked through (`flows/find`). */
function hideFound(found: Found, hiding: Hiding): Found {
  if (found.kind === 'message') return { ...found, name: authorOf(hiding, found.id as MessageId) }
  const { detail: _, ...rest } = found
  if (found.kind === 'attachment') return rest
  return found.kind === 'conversation' ? { ...rest, name: 'Conversation' } : found
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

/** Hides the people of conversations from readers under pseudonyms, in what they ask and in every answer. */
export function hidePeople(app: FastifyInstance, { db, secrets, now }: PseudonymContext): void {
  const pseudonymsOf = async (tx: TenantTx, { tenantId }: Actor) =>
    makePseudonyms(await findPseudonymKey(tx, tenantId, secrets))

  /** The words of a choice, which its handler does not get. */
  const sought = new WeakMap<FastifyRequest, string>()

  app.addHook('preHandler', async (request) => {
    const { endpoint } = request.routeOptions.config
    const { actor } = request
    const spec = endpoint && asked.get(endpoint)
    if (actor?.readsUnderPseudonyms && endpoint) refuseNames(endpoint, request.query)
    const isOfOne = endpoint !== undefined && asksOfRepresentative(endpoint)
    const isAsked = spec !== undefined || endpoint === listMessageSources || isOfOne
    if (!actor?.readsUnderPseudonyms || !isAsked) return
    const pseudonyms = await inTenant(db, actor.tenantId, (tx) => pseudonymsOf(tx, actor))
    if (isOfOne) {
      request.query = unveilOwner(request.query, pseudonyms)
      return
    }
    if (!spec) {
      const { search, id, ...rest } = request.query as Readonly<Record<string, string>>
      sought.set(request, search ?? '')
      request.query = { ...rest, ...(id !== undefined && { id: veils(rest) ? pseudonyms.unveil(id) : id }) }
      return
    }
    request.query = unveiled(endpoint, spec, request.query, pseudonyms)
  })

  const presents: NonNullable<FastifyInstance['presents']> = async (request, endpoint, answer, tx) => {
    const { actor } = request
    if (!actor?.readsUnderPseudonyms) return answer
    const within = <T>(work: (tx: TenantTx) => Promise<T>) =>
      tx ? work(tx) : inTenant(db, actor.tenantId, work)
    if (endpoint === listMessageSources)
      return within(async (inside) => {
        const { kind } = request.query as { kind: MessageSourceKind }
        const { items: choices } = answer as Items<{ id: string; name: string }>
        const chosen = { kind, search: sought.get(request) ?? '', choices }
        return { items: await hideChoices(inside, actor, chosen, await pseudonymsOf(inside, actor)) }
      })
    const presenter = presenters.get(endpoint)
    if (showsMetricPeople(endpoint))
      return within(async (inside) =>
        hideMetricPeople(endpoint, answer as Items<unknown>, await pseudonymsOf(inside, actor)),
      )
    if (!presenter) return answer
    const about = presenter.about(answer as never, request)
    return within(async (inside) => {
      const hiding = await hidingOf(inside, actor, {
        about,
        pseudonyms: await pseudonymsOf(inside, actor),
        now: now(),
      })
      return presenter.hide(answer as never, hiding, request)
    })
  }
  app.decorate('presents', presents)
}

const veils = ({ kind }: Readonly<Record<string, string>>) => kind !== 'conversation'

interface Asking {
  readonly about: readonly Shown[]
  readonly pseudonyms: Pseudonyms
  readonly now: Date
}

async function hidingOf(tx: TenantTx, actor: Actor, { about, pseudonyms, now }: Asking): Promise<Hiding> {
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
