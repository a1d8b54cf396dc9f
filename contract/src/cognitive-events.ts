import { z } from 'zod'
import { loadedAhead } from './ahead.ts'
import { readingStates } from './attachments.ts'
import { categories, Category, urgencies, Urgency } from './categories.ts'
import { Channel, channels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Disposition, EventStatus, dispositions, precedents, statuses } from './event-status.ts'
import { expectedVersion } from './expected-version.ts'
import { Evidence, TextEvidence } from './evidence.ts'
import { ExportRequest, ExportStarted } from './export-request.ts'
import { ConversationId, EventId, GroupId, MessageId, PolicyId, ThemeId, UserId, uuid } from './ids.ts'
import { spokenLanguages } from './languages.ts'
import { exportQuery, listQuery, listSpec, page } from './list.ts'
import { checkNamedOrAll, namedOrAll } from './named-or-all.ts'
import { Direction, sourceTypes } from './messages.ts'
import { Named } from './named.ts'
import { Severity, severities } from './severities.ts'
import { text } from './text.ts'
import { ToLine } from './to-line.ts'
import { setOf } from './set-of.ts'

export const cognitiveEventList = listSpec({
  fields: {
    triggeredTime: { type: 'date', sort: true },
    severity: { type: 'enum', values: severities, ordered: true, sort: true },
    status: { type: 'enum', values: statuses, sort: true },
    disposition: { type: 'enum', values: dispositions },
    policyId: { type: 'uuid' },
    conversationId: { type: 'uuid' },
    messageId: { type: 'uuid' },
    /** An event: finds those with evidence of the same rule in the same words, including itself. */
    similarTo: { type: 'uuid' },
    assigneeId: { type: 'uuid' },
    /** Who made the current decision; without a value while the event is open. */
    decidedById: { type: 'uuid' },
    /** How that decision compares with the latest earlier one of another reviewer, of those that the reader sees. */
    precedent: { type: 'enum', values: precedents },
    ownerId: { type: 'uuid' },
    /** Who wrote the message, from inside or outside. */
    authorId: { type: 'uuid' },
    groupId: { type: 'uuid' },
    channelType: { type: 'enum', values: channels },
    policyName: { type: 'text', sort: true },
    evidenceCount: { type: 'number', sort: true },
    /** Of the first message with evidence, as in the list of messages; without a value if the reader may not read it. */
    messageBody: { type: 'text', sort: true },
    categoryId: { type: 'enum', values: categories },
    urgency: { type: 'enum', values: urgencies, ordered: true, sort: true },
    sourceType: { type: 'enum', values: sourceTypes },
    hasFiles: { type: 'enum', values: ['false', 'true'] },
    readingState: { type: 'enum', values: readingStates },
    language: { type: 'enum', values: spokenLanguages },
    themeId: { type: 'uuid' },
    subthemeId: { type: 'uuid' },
    /** Profiles that grant the event. */
    permissionProfileId: { type: 'uuid' },
    /** The message's author. */
    'persons.displayName': { type: 'text', sort: true },
    'assignee.displayName': { type: 'text', sort: true },
  },
  defaultSort: '-triggeredTime',
  aliases: { date: 'triggeredTime', author: 'persons.displayName' },
  /** `everything`: policy, author, recipients, assignee, and the messages with evidence; `unnamed`: without author and recipients. */
  search: ['everything', 'policyName', 'unnamed'],
  period: 'triggeredTime',
  maxLimit: 1000,
})

export const PersonRef = z.object({ id: UserId, name: z.string() })

/** A cognitive event as a row of the list. */
export const CognitiveEvent = z.object({
  id: EventId,
  policyId: PolicyId,
  policyName: z.string(),
  /** The version of the policy that raised it. */
  policyVersion: z.int(),
  severity: Severity,
  status: EventStatus,
  disposition: Disposition.nullable(),
  assignee: PersonRef.nullable(),
  /** The message was not sent, because the policy blocks. */
  blocked: z.boolean(),
  /** A rule could not be evaluated, so a person must review it. */
  notEvaluated: z.boolean(),
  conversationId: ConversationId,
  channel: Channel,
  groupIds: z.array(GroupId),
  /** Names of the first rules that matched. */
  ruleNames: z.array(z.string()),
  /** The first message with evidence: its author and the start of its text, or of its subject if only that contains evidence. */
  messageId: MessageId,
  /** Empty if the reader may not read that message. */
  from: z.string(),
  /** Of that message; absent if the reader may not read it. */
  direction: Direction.optional(),
  category: Category.optional(),
  urgency: Urgency.optional(),
  /** What that message is about; absent if no theme was found, too. */
  theme: Named(ThemeId).optional(),
  /** Without names if the reader may not read the message. */
  to: ToLine,
  preview: z.string(),
  /** The place of the evidence in `preview`, UTF-16, end exclusive. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  evidenceCount: z.int(),
  commentCount: z.int(),
  triggeredTime: z.iso.datetime(),
  lastEvidenceTime: z.iso.datetime(),
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
})
export type CognitiveEvent = z.infer<typeof CognitiveEvent>

/** One step of an event's life. */
export const EventHistoryEntry = z.object({
  id: uuid(),
  at: z.iso.datetime(),
  by: z.string(),
  /** Absent if the product itself did it. */
  byId: UserId.optional(),
  kind: z.enum(['raised', 'joined', 'status', 'assigned']),
  from: EventStatus.nullable(),
  to: EventStatus.nullable(),
  disposition: Disposition.nullable(),
  /** Reason, name of the assignee, or number of added pieces of evidence. */
  note: z.string().nullable(),
  /** To whom it was assigned. */
  assigneeId: UserId.optional(),
  /** Identifies the change that it belongs to, for undoing it. */
  changeId: uuid(),
  /** The change that it took back. */
  undoes: uuid().nullable(),
})
export type EventHistoryEntry = z.infer<typeof EventHistoryEntry>

/** A cognitive event with its evidence and history. */
export const CognitiveEventDetail = CognitiveEvent.extend({
  evidence: z.array(Evidence),
  history: z.array(EventHistoryEntry),
  /** Present if its author is a user, who can be sent a note; null before the first. */
  author: z.object({ notifiedAt: z.iso.datetime().nullable() }).optional(),
})
export type CognitiveEventDetail = z.infer<typeof CognitiveEventDetail>

/** The moment at which a list was read, for a change of all its events. Its form is the server's own. */
const EventsAsOf = z
  .string()
  .regex(/^[\w-]+$/)
  .max(30_000)

export const listCognitiveEvents = endpoint({
  method: 'GET',
  path: '/bff/api/v1/cognitive-events',
  query: listQuery(cognitiveEventList),
  viewed: { as: 'cognitive-events', spec: cognitiveEventList },
  response: page(CognitiveEvent).extend({ asOf: EventsAsOf.optional() }),
  access: 'events.view',
  failures: ['identity.hidden'],
})

export const getCognitiveEvent = endpoint({
  method: 'GET',
  path: '/bff/api/v1/cognitive-events/:id',
  params: z.object({ id: EventId }),
  query: z.strictObject(loadedAhead),
  response: CognitiveEventDetail,
  access: 'events.view',
  failures: ['event.not-found'],
})

/** The evidence in messages: pages request it for the messages on the screen. */
export const findMessageEvidence = endpoint({
  method: 'POST',
  path: '/bff/api/v1/cognitive-events/evidence',
  body: z.strictObject({ messageIds: setOf(MessageId).min(1).max(200) }),
  response: z.object({ items: z.array(TextEvidence) }),
  access: 'events.view',
})

/** A change of status, with its required and optional fields. Source: docs/rules/review.md. */
export const StatusChange = z.strictObject({
  status: EventStatus,
  disposition: Disposition.optional(),
  /** Required when a closed event is reopened; shown in its history. */
  reason: text({ max: 4000, min: 1 }).optional(),
  /** Needs `events.comment`. */
  comment: text({ max: 4000, min: 1 }).optional(),
  /** Another person than the caller needs `events.assign`. */
  assigneeId: UserId.nullable().optional(),
  /** The version that the decision is based on; another version gets 409 with the current state. */
  ...expectedVersion,
})
export type StatusChange = z.infer<typeof StatusChange>

export const updateEventStatus = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/cognitive-events/:id/status',
  params: z.object({ id: EventId }),
  body: StatusChange,
  response: CognitiveEventDetail,
  access: 'events.change_status',
  failures: [
    'event.assignee-cannot-see',
    'event.changed',
    'event.disposition-needed',
    'event.illegal-step',
    'event.not-a-reviewer',
    'event.not-found',
    'event.reason-needed',
  ],
})

export const assignEvent = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/cognitive-events/:id/assignee',
  params: z.object({ id: EventId }),
  body: z.strictObject({ assigneeId: UserId.nullable(), ...expectedVersion }),
  response: CognitiveEventDetail,
  access: 'events.assign',
  failures: ['event.assignee-cannot-see', 'event.changed', 'event.not-a-reviewer', 'event.not-found'],
})

/** The same question as the list's, without its page; the file is made by a worker, see `exports.ts`. */
export const exportCognitiveEvents = endpoint({
  method: 'POST',
  path: '/bff/api/v1/cognitive-events/export',
  query: exportQuery(cognitiveEventList),
  body: ExportRequest,
  response: ExportStarted,
  access: 'events.export',
  failures: ['export.too-many', 'identity.hidden'],
})

/** Many events at once (which also needs `events.change_status`): the named ones, or all that the list's filter (without its page) matches. */
export const updateEventStatuses = endpoint({
  method: 'POST',
  path: '/bff/api/v1/cognitive-events/status',
  query: exportQuery(cognitiveEventList),
  body: z
    .strictObject({
      ...namedOrAll(EventId, 1000),
      /** The version that the decision is based on. An event with another one stays unchanged; for one without, see `asOf`. */
      expectedVersions: z.record(EventId, z.int()).optional(),
      /** How many the reader saw. Another number gets 409. */
      expected: z.int().optional(),
      /**
       * The `asOf` of the list that the reader saw. An event without an expected version stays unchanged if it was raised, got
       * evidence or was changed by someone else after that. Without `asOf`, it is changed in any version.
       */
      asOf: EventsAsOf.optional(),
      change: StatusChange.omit({ expectedVersion: true }),
    })
    .superRefine(checkNamedOrAll),
  response: z.object({
    /** Identifies the whole change, for undoing it. */
    changeId: uuid(),
    changed: z.int(),
    /** Unchanged events whose status does not allow the step. */
    skipped: z.int(),
    /** Unchanged events that have another version than the expected one, or were raised or changed since the list was read. */
    outdated: z.int(),
  }),
  access: 'events.bulk',
  failures: [
    'event.assignee-cannot-see',
    'event.changed',
    'event.count-changed',
    'event.disposition-needed',
    'event.illegal-step',
    'event.not-a-reviewer',
    'event.not-found',
    'event.reason-needed',
    'event.too-many',
    'identity.hidden',
  ],
})

/** Undoes one change of the caller's last hour on every event that has not changed since and that its previous assignee may still review. */
export const undoEventStatuses = endpoint({
  method: 'POST',
  path: '/bff/api/v1/cognitive-events/status/undo',
  body: z.strictObject({ changeId: uuid() }),
  response: z.object({
    changed: z.int(),
    skipped: z.int(),
    /** For skipped events: the users to whom they would return, who may no longer review them, and the number of events. */
    withheld: z.array(z.object({ name: z.string(), events: z.int() })),
  }),
  access: 'events.change_status',
  failures: ['event.changed', 'event.not-found', 'event.undo-over'],
})
