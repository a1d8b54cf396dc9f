/** Records views: what a user opens, lists or searches is in the audit trail before they get it. */
import { createHash } from 'node:crypto'
import { listArchiveMails } from '@verbatim/contract/archive-mails.ts'
import type { AuditType } from '@verbatim/contract/audit-types.ts'
import { channelNames, channels as allChannels } from '@verbatim/contract/channels.ts'
import { getCognitiveCompliance } from '@verbatim/contract/cognitive-compliance.ts'
import { getCognitiveEvent, listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { listContacts } from '@verbatim/contract/contacts.ts'
import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import {
  listBursts,
  listDigitalContacts,
  listMetricConversations,
  listWaitingClients,
} from '@verbatim/contract/metric-lists.ts'
import { listDeprecatedEvents } from '@verbatim/contract/deprecated-events.ts'
import { getCommentFile, listEventComments } from '@verbatim/contract/event-comments.ts'
import type { Endpoint, OutputOf } from '@verbatim/contract/endpoint.ts'
import { getExportFile } from '@verbatim/contract/exports.ts'
import { findThings } from '@verbatim/contract/find.ts'
import { listGroupContacts } from '@verbatim/contract/groups.ts'
import {
  getAttachment,
  getAttachmentByQuery,
  getAttachmentPreview,
  getAttachmentText,
} from '@verbatim/contract/attachments.ts'
import { getMessage, listMessages } from '@verbatim/contract/messages.ts'
import {
  getMessengerAttachment,
  getMessengerConversation,
  getMessengerPreview,
  listMessengerConversations,
} from '@verbatim/contract/messenger.ts'
import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import {
  getTheme,
  listThemeContacts,
  listThemeExamples,
  listThemeLines,
  listThemeMessages,
} from '@verbatim/contract/themes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FieldChange, purposeChange } from '#domains/audit/commands.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { grantedGroups } from '#access/scope.ts'
import type { Noted, RecordView } from './view-recorder.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler of the messenger if a conversation in its answer belongs to others and is shared with the reader. */
    readsOfOthers: boolean
  }
}

interface Seen {
  readonly type: AuditType
  /** The type if the client preloaded it. */
  readonly ahead?: AuditType
  readonly kind: string
  /** Which of the request's parameters is the ID of the viewed thing. */
  readonly id: string
  /** In the messenger people read their own conversations; only views of others' conversations are recorded. */
  readonly ofOthers?: true
  /** What it is a list of besides: of emails to the archive, which say what messages are about. */
  readonly shownIn?: string
  /** Of an answer in which only some rows say so much: how many do. Each page is then an entry, and one without any is none. */
  readonly countSaid?: (answer: never) => number
}

const seenBy: ReadonlyMap<Endpoint, Seen> = new Map<Endpoint, Seen>([
  [getMessage, { type: 'message_viewed', kind: 'message', id: 'id' }],
  [
    getCognitiveEvent,
    { type: 'event_viewed', ahead: 'event_loaded_ahead', kind: 'cognitive-event', id: 'id' },
  ],
  [listEventComments, { type: 'event_viewed', kind: 'cognitive-event', id: 'id' }],
  [getCommentFile, { type: 'attachment_downloaded', kind: 'comment-file', id: 'fileId' }],
  [getConversationSummary, { type: 'conversation_viewed', kind: 'conversation', id: 'id' }],
  [
    getConversation,
    { type: 'conversation_viewed', ahead: 'conversation_loaded_ahead', kind: 'conversation', id: 'id' },
  ],
  [getAttachment, { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId' }],
  [getAttachmentByQuery, { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId' }],
  [getAttachmentPreview, { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId' }],
  [getMessengerConversation, { type: 'conversation_viewed', kind: 'conversation', id: 'id', ofOthers: true }],
  [
    getMessengerAttachment,
    { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId', ofOthers: true },
  ],
  [
    getMessengerPreview,
    { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId', ofOthers: true },
  ],
  [getAttachmentText, { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId' }],
  [getExportFile, { type: 'export_downloaded', kind: 'export', id: 'id' }],
])

/** Lists of Key Metrics that name clients. */
const inMetrics = { type: 'contacts_listed', kind: 'contacts', shownIn: 'Key Metrics' } as const

/** Lists that show messages, or their authors outside the organization. */
const listedBy: ReadonlyMap<Endpoint, Omit<Seen, 'id'>> = new Map<Endpoint, Omit<Seen, 'id'>>([
  [listMessages, { type: 'messages_listed', kind: 'messages' }],
  [listThemeMessages, { type: 'messages_listed', kind: 'messages' }],
  [listThemeExamples, { type: 'messages_listed', kind: 'messages' }],
  [listThemeLines, { type: 'messages_listed', kind: 'messages', shownIn: 'Themes' }],
  [
    listArchiveMails,
    { type: 'messages_listed', kind: 'messages', shownIn: 'emails to the archive', countSaid: countNamed },
  ],
  [listCognitiveEvents, { type: 'events_listed', kind: 'cognitive-events' }],
  [listDeprecatedEvents, { type: 'events_listed', kind: 'cognitive-events' }],
  [getCognitiveCompliance, { type: 'events_listed', kind: 'cognitive-events' }],
  [listContacts, { type: 'contacts_listed', kind: 'contacts' }],
  [findThings, { type: 'everything_searched', kind: 'everything' }],
  [listGroupContacts, { type: 'contacts_listed', kind: 'contacts' }],
  [listDigitalContacts, inMetrics],
  [listMetricConversations, inMetrics],
  [listWaitingClients, inMetrics],
  [listBursts, inMetrics],
  [getTheme, { type: 'contacts_listed', kind: 'contacts', shownIn: 'a theme', countSaid: countOutside }],
  [listThemeContacts, { type: 'contacts_listed', kind: 'contacts', shownIn: 'a theme' }],
  [listMessengerConversations, { type: 'conversations_listed', kind: 'conversations', ofOthers: true }],
])

/** Whether what a call answers with is in the trail before it is sent. */
export const isRecorded = (endpoint: Endpoint): boolean => seenBy.has(endpoint) || listedBy.has(endpoint)

/**
 * Records that content was opened, listed or searched, before it is sent: one event per viewer, thing or question,
 * and hour.
 */
export function recordWhatIsSeen(app: FastifyInstance, record: RecordView): void {
  app.decorateRequest('readsOfOthers', false)
  const isOfOthers = ({ actor, readsOfOthers }: FastifyRequest) =>
    actor?.messengerRole === 'manager' || readsOfOthers

  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    const seen = endpoint && seenBy.get(endpoint)
    const { actor } = request
    if (seen && actor && reply.statusCode === 200 && (!seen.ofOthers || isOfOthers(request)))
      await record(actor, viewOf(request, seen))
    // The answer of a POST is text already: it may be one that is kept for its key.
    if (endpoint === previewPolicy && actor && reply.statusCode === 200) {
      const { matched } = JSON.parse(String(payload)) as { readonly matched: number }
      await record(actor, previewOf(request, actor, matched))
    }
    return payload
  })

  app.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    const listed = endpoint && listedBy.get(endpoint)
    const { actor } = request
    if (listed && actor && reply.statusCode === 200 && (!listed.ofOthers || isOfOthers(request))) {
      const { countSaid } = listed
      const found = countSaid ? countSaid(payload as never) : countOf(payload as Answered)
      if (!countSaid || found > 0) await record(actor, listOf(request, { ...listed, actor, found }))
    }
    return payload
  })
}

interface Answered {
  readonly items: readonly unknown[]
  readonly total?: number
}

/** An answer without pages has no total either. */
const countOf = ({ items, total = items.length }: Answered) => total

/** Several items may be about the same message. */
function countNamed({ items }: OutputOf<typeof listArchiveMails>): number {
  const said = items.filter(({ about }) => about !== undefined)
  return new Set(said.map(({ messageId }) => messageId)).size
}

/** Those who wrote about a theme and are no users. */
function countOutside({ people }: OutputOf<typeof getTheme>): number {
  return people.filter(({ userId }) => userId === undefined).length
}

function viewOf(request: FastifyRequest, { type, ahead, kind, id: named }: Seen): Noted {
  const asked = { ...(request.query as object), ...(request.params as object) } as Record<string, string>
  const target = (asked[named] ?? '').toLowerCase()
  const isAhead = ahead !== undefined && asked['ahead'] === 'true'
  const changes = purposeChange(request.actor)
  const once = `${target}${wordsOf(changes)}`
  return { type: isAhead ? ahead : type, once, target: { kind, id: target }, changes }
}

/** Another purpose makes another view. */
const wordsOf = (purpose: readonly FieldChange[]) => purpose.map((change) => String(change.new)).join()

const pageWords = ['limit', 'skip', 'page', 'size', 'pageSize', 'exactTo']

/** What is asked of one theme, which an entry names. */
const ofOneTheme: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getTheme,
  listThemeContacts,
  listThemeMessages,
  listThemeExamples,
])

/** A question is one event for any number of pages, with its filters, its scope and the number of results. */
function listOf(
  request: FastifyRequest,
  {
    type,
    kind,
    shownIn,
    countSaid,
    actor,
    found,
  }: Omit<Seen, 'id'> & {
    readonly actor: Actor
    readonly found: number
  },
): Noted {
  const { endpoint } = request.routeOptions.config
  const isOfTheme = endpoint !== undefined && ofOneTheme.has(endpoint)
  const ofTheme = isOfTheme && { themeId: (request.params as { id: string }).id }
  const query = request.query as Record<string, unknown>
  const ofPages = (given: object) =>
    Object.entries({ ...given, ...ofTheme, ...(shownIn && { shownIn }) }).filter(
      ([name]) => !pageWords.includes(name),
    )
  const asked = ofPages(query)
  // The ID of the entry is made of what was asked, so that it cannot be matched with a question about a person in a directory.
  const words = ofPages((request.askedQuery as object | undefined) ?? query)
  const page = countSaid ? pageWords.map((name) => query[name]) : []
  const path = endpoint?.path
  const groups = grantedGroups(actor.scope)
  const purpose = purposeChange(actor)
  return {
    type,
    once: createHash('sha256')
      .update(
        JSON.stringify([kind, path, words.toSorted(([a], [b]) => (a < b ? -1 : 1)), page, wordsOf(purpose)]),
      )
      .digest('hex'),
    target: { kind, id: actor.tenantId },
    changes: [
      ...[...asked, ['accessScope', scopeWords(actor.scope)] as const].map(([field, value]) => ({
        field,
        old: null,
        new: value,
      })),
      ...purpose,
    ],
    counts: { found },
    // The search words themselves may be confidential: only readers of the same groups see them.
    groupIds: groups === 'all' ? [] : groups,
  }
}

/** A preview shows excerpts of messages. Its patterns stay out of the trail: a draft may be confidential. */
function previewOf(request: FastifyRequest, actor: Actor, found: number): Noted {
  const { policy, days } = request.body as { policy: { rules?: readonly unknown[] }; days?: number }
  const groups = grantedGroups(actor.scope)
  const facts = { days: days ?? 30, rules: policy.rules?.length ?? 0, accessScope: scopeWords(actor.scope) }
  return {
    type: 'policy_previewed',
    once: createHash('sha256').update(JSON.stringify(request.body)).digest('hex'),
    target: { kind: 'messages', id: actor.tenantId },
    changes: Object.entries(facts).map(([field, value]) => ({ field, old: null, new: value })),
    counts: { found },
    groupIds: groups === 'all' ? [] : groups,
  }
}

/** "SMS/MMS, WhatsApp Business in 2 groups; all channels in all groups". */
const scopeWords = (scope: AccessScope): string =>
  scope
    .map(({ channels, groupIds }) => {
      const inGroups =
        groupIds === 'all' ? 'all groups' : groupIds.length === 1 ? 'one group' : `${groupIds.length} groups`
      const all = allChannels.every((channel) => channels.includes(channel))
      return `${all ? 'all channels' : channels.map((channel) => channelNames[channel]).join(', ')} in ${inGroups}`
    })
    .join('; ')
