/** The rows of lists of events: their tables, their columns, and which rows a question matches. */
import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import {
  type CognitiveEvent,
  cognitiveEventList,
  type listCognitiveEvents,
} from '@verbatim/contract/cognitive-events.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { EventId, MessageId, ThemeId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { copiesOf } from '#domains/messages/mirror-queries.ts'
import { authorName } from '#domains/messages/rows.ts'
import { recipientNames } from '#domains/messages/to-lines.ts'
import { shownTheme, standingTheme } from '#domains/themes/moving.ts'
import { givenByProfile, withinScope } from '#access/scope-sql.ts'
import { standingAll } from '#domains/messages/standing.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { allOf, column, columnsIn, filterSql, wordsSql } from '#platform/list/sql.ts'
import type { CognitiveEventTable } from '#schema/cognitive-events.ts'
import { currentTenant } from '#platform/db.ts'
import { deciderOf } from './decisions.ts'
import { isReadable } from './evidence-queries.ts'
import { precedentOf } from './precedents.ts'

export type EventQuery = InputOf<typeof listCognitiveEvents>['query']

/** Fields of an `event` itself: what is asked of them is known before decisions are compared. */
const askedFirst = new Set<string>([
  'triggeredTime',
  'severity',
  'status',
  'disposition',
  'policyId',
  'assigneeId',
  'groupId',
  'channelType',
])

/** The columns for a question. */
export function columnsFor(scope: AccessScope, { filter }: Pick<EventQuery, 'filter'>, now: Date) {
  const known = columns(scope)
  if (!filter.some(({ field }) => field === 'precedent')) return known
  const first = filter.filter(({ field }) => askedFirst.has(field))
  return columns(scope, filterSql(cognitiveEventList.fields, known, first, now))
}

const columns = (scope: AccessScope, about: RawBuilder<boolean> = sql`true`) =>
  columnsIn<CognitiveEventTable>()(cognitiveEventList.fields, 'event', {
    triggeredTime: column('event.triggered_at', 'timestamptz'),
    messageId: {
      expression: sql`event.id`,
      type: 'uuid',
      holdingAny: (messageIds) => sql`select evidence.event_id from evidence
        join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
        where evidence.message_id = any(${copiesOf(messageIds)}) and ${isReadable(scope)}`,
    },
    similarTo: {
      expression: sql`event.id`,
      type: 'uuid',
      holdingAny: (eventIds) => sql`select other.event_id from evidence given
        join message on message.tenant_id = given.tenant_id and message.id = given.message_id
        join evidence other on other.tenant_id = given.tenant_id and other.rule_id = given.rule_id
          and other.words_key = given.words_key
        join message theirs on theirs.tenant_id = other.tenant_id and theirs.id = other.message_id
        where given.event_id = any(${eventIds}) and ${isReadable(scope)} and ${withinScope(scope, 'theirs')}`,
    },
    decidedById: { expression: deciderOf, type: 'uuid' },
    precedent: { expression: precedentOf(scope, about), type: 'text' },
    // Who wrote it, and whose account received it, as in the list of messages.
    ownerId: {
      expression: readable(
        scope,
        sql`array_remove(array[message.author_user_id, (select through.owner_id from channel_account through
          where through.tenant_id = message.tenant_id and through.id = message.account_id)], null)`,
      ),
      type: 'uuid[]',
    },
    authorId: {
      expression: readable(scope, sql`coalesce(message.author_user_id, message.author_contact_id)`),
      type: 'uuid',
    },
    conversationId: { expression: sql`event.conversation_id`, type: 'uuid', today: standingAll },
    groupId: column('event.group_ids', 'uuid[]'),
    channelType: column('event.channel'),
    policyName: column('policy.name'),
    messageBody: { expression: readable(scope, sql`message.body`), type: 'text' },
    categoryId: { expression: readable(scope, sql`message.category`), type: 'text' },
    urgency: { expression: readable(scope, sql`message.urgency`), type: 'text' },
    sourceType: { expression: readable(scope, sql`message.content_type`), type: 'text' },
    hasFiles: { expression: readable(scope, sql`(message.attachment_count > 0)::text`), type: 'text' },
    readingState: {
      expression: readable(
        scope,
        sql`case when message.attachment_count = 0 then '{}' else array(select file.reading from attachment file
          where file.tenant_id = message.tenant_id and file.message_id = message.id and file.state = 'stored') end`,
      ),
      type: 'text[]',
    },
    language: { expression: readable(scope, sql`message.language`), type: 'text' },
    themeId: {
      expression: readable(
        scope,
        sql`(select ${standingTheme} from message_theme placed
          where placed.tenant_id = message.tenant_id and placed.message_id = message.id)`,
      ),
      type: 'uuid',
      // Once for all rows.
      today: (themeIds) => sql`(select standing_themes(${currentTenant}, ${themeIds}))::uuid[]`,
    },
    subthemeId: {
      expression: readable(
        scope,
        sql`(select placed.subtheme_id from message_theme placed
          where placed.tenant_id = message.tenant_id and placed.message_id = message.id)`,
      ),
      type: 'uuid',
    },
    permissionProfileId: {
      expression: sql`array(select profile.id from permission_profile profile
        where profile.tenant_id = event.tenant_id and ${givenByProfile('event')})`,
      type: 'uuid[]',
    },
    'persons.displayName': { expression: readable(scope, authorName), type: 'text' },
    'assignee.displayName': { expression: assignee, type: 'text' },
  })

/** A part of the event's message, for readers who may read it. */
const readable = (scope: AccessScope, part: RawBuilder<unknown>) =>
  sql`case when ${isReadable(scope)} then ${part} end`

const assignee = sql`assignee.display_name`

/** The tables with the rest of an event: its policy, message and assignee. */
export const joins = sql`join policy_version policy on policy.tenant_id = event.tenant_id and policy.policy_id = event.policy_id
    and policy.version = event.policy_version
  join message on message.tenant_id = event.tenant_id and message.id = event.message_id
  left join tenant_user assignee on assignee.tenant_id = event.tenant_id and assignee.id = event.assignee_id`

export const from = sql`cognitive_event event ${joins}`

export const selected = (scope: AccessScope) => sql`event.*, policy.name as policy_name,
  ${assignee} as assignee_name,
  ${readable(scope, authorName)} as author,
  ${readable(scope, sql`message.author_user_id is not null`)} as is_by_user,
  ${readable(scope, sql`message.direction`)} as direction,
  ${readable(scope, sql`message.category`)} as category, ${readable(scope, sql`message.urgency`)} as urgency,
  ${readable(scope, shownTheme)} as theme,
  ${readable(scope, sql`message.body`)} as body,
  ${readable(scope, sql`message.subject`)} as subject`

export interface EventRow {
  id: EventId
  policy_id: CognitiveEvent['policyId']
  policy_name: string
  policy_version: number
  severity: CognitiveEvent['severity']
  status: CognitiveEvent['status']
  disposition: CognitiveEvent['disposition']
  assignee_id: UserId | null
  assignee_name: string | null
  blocked: boolean
  not_evaluated: boolean
  conversation_id: CognitiveEvent['conversationId']
  channel: CognitiveEvent['channel']
  group_ids: CognitiveEvent['groupIds']
  message_id: MessageId
  /** Null, like the rest of its message, if the reader may not read it. */
  author: string | null
  is_by_user: boolean | null
  direction: Direction | null
  category: Category | null
  urgency: Urgency | null
  theme: { readonly id: ThemeId; readonly name: string } | null
  author_notified_at: Date | null
  body: string | null
  subject: string | null
  evidence_count: number
  comment_count: number
  triggered_at: Date
  last_evidence_at: Date
  version: number
  /** Only in exports. */
  rule_names?: string[] | null
}

/** The events that `scope` may see and the query matches, as a condition over `cognitive_event event` and its joins. */
export function matching(scope: AccessScope, query: Pick<EventQuery, 'search'>): RawBuilder<boolean> {
  const seen = withinScope(scope, 'event')
  if (!query.search) return seen
  const { field, text } = query.search
  if (field === 'policyName') return allOf([seen, wordsSql([sql`policy.name`], text)])
  return allOf([
    seen,
    everywhere(
      scope,
      text,
      field === 'unnamed' ? [] : [readable(scope, authorName), readable(scope, recipientNames)],
    ),
  ])
}

/** Every word in the policy's name, a person's, or a message with evidence. */
function everywhere(
  scope: AccessScope,
  text: string,
  people: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const held = sql`(select string_agg(concat_ws(' ', message.subject, message.body), ' ') from evidence
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    where evidence.tenant_id = event.tenant_id and evidence.event_id = event.id and ${isReadable(scope)})`
  return wordsSql([sql`policy.name`, ...people, assignee, held], text)
}
