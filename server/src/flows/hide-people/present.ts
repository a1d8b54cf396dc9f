/**
 * Whose people each answer shows, and the answer without them. A call that shows people of conversations has a line here. Source:
 * docs/rules/pseudonyms.md.
 */
import { type AccountHealth, getChannelAccount, listChannelAccounts } from '@verbatim/contract/accounts.ts'
import {
  assignEvent,
  type CognitiveEvent,
  getCognitiveEvent,
  listCognitiveEvents,
  updateEventStatus,
} from '@verbatim/contract/cognitive-events.ts'
import { type ContactEffect, getContactEffect } from '@verbatim/contract/contact-changes.ts'
import { type ContactConsent, listContactConsents } from '@verbatim/contract/contact-consents.ts'
import {
  type Conversation,
  type ConversationSummary,
  getConversation,
  getConversationSummary,
} from '@verbatim/contract/conversations.ts'
import { type Burst, listBursts } from '@verbatim/contract/metric-lists.ts'
import { listDeprecatedEvents } from '@verbatim/contract/deprecated-events.ts'
import { type EffectiveAccess, getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import type { Endpoint, OutputOf } from '@verbatim/contract/endpoint.ts'
import { type Export, getExport } from '@verbatim/contract/exports.ts'
import { type Found, findThings } from '@verbatim/contract/find.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { getMessage, listMessages, type Message, type MessageDetails } from '@verbatim/contract/messages.ts'
import { getInsightFigures, type InsightFigures, previewInsight } from '@verbatim/contract/insights.ts'
import {
  createIntegrationAccount,
  getIntegrationAccount,
  type IntegrationAccount,
  listIntegrationAccounts,
  requestAccountDeletion,
  requestAccountReconnection,
  updateIntegrationAccount,
} from '@verbatim/contract/integration-accounts.ts'
import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import type { FastifyRequest } from 'fastify'
import { getTheme, listThemeExamples, listThemeMessages, type Theme } from '@verbatim/contract/themes.ts'
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
import { hideTime, hideTimes } from './directory-times.ts'
import { veilExport } from './kept.ts'
import { hideBurst, hideThemePeople, hideTilePeople } from './metrics.ts'

/** The conversations and messages whose people an answer shows, and the answer without them. */
interface Presented {
  readonly about: (answer: never, request: FastifyRequest) => readonly Shown[]
  readonly hide: (answer: never, hiding: Hiding, request: FastifyRequest) => unknown
}
export interface Shown {
  readonly conversationId?: ConversationId
  readonly messageId?: MessageId
}

function presented<A>(
  about: (answer: A, request: FastifyRequest) => readonly Shown[],
  hide: (answer: A, hiding: Hiding, request: FastifyRequest) => unknown,
): Presented {
  return { about, hide } as Presented
}

export interface Items<T> {
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

const integration = presented<IntegrationAccount>(() => [], hideTime)

const insightFigures = presented<InsightFigures>(
  () => [],
  (answer, { pseudonyms }) => hideTilePeople(answer, pseudonyms),
)

const summaryOf = (summary: ConversationSummary, hiding: Hiding, { params }: FastifyRequest) =>
  hiding.isShown((params as { id: ConversationId }).id) ? summary : hideSummary(summary, hiding)

export const presenters: ReadonlyMap<Endpoint, Presented> = new Map<Endpoint, Presented>([
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
    listChannelAccounts,
    presented<Items<AccountHealth>>(
      () => [],
      (answer) => ({ ...answer, items: answer.items.map(hideTime) }),
    ),
  ],
  [getChannelAccount, presented<OutputOf<typeof getChannelAccount>>(() => [], hideTimes)],
  [
    listIntegrationAccounts,
    presented<Items<IntegrationAccount>>(
      () => [],
      (answer) => ({ ...answer, items: answer.items.map(hideTime) }),
    ),
  ],
  [getIntegrationAccount, integration],
  [createIntegrationAccount, integration],
  [updateIntegrationAccount, integration],
  [requestAccountDeletion, integration],
  [requestAccountReconnection, integration],
  // The latest messages of a contact in a directory, by their owners and moments.
  [
    getContactEffect,
    presented<ContactEffect>(
      () => [],
      (effect) => ({ ...effect, sample: [] }),
    ),
  ],
  // What a contact of a directory wrote, and when.
  [
    listContactConsents,
    presented<Items<ContactConsent>>(
      () => [],
      () => ({ items: [] }),
    ),
  ],
  [
    getExport,
    presented<Export>(
      () => [],
      (made, { pseudonyms }) => veilExport(made, pseudonyms),
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
