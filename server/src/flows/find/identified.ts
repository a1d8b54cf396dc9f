import { type RawBuilder, sql } from 'kysely'
import { kindsSeenBy } from '#domains/change-requests/queries.ts'
import { withinScope, withinScopeOrUnbound } from '#access/scope-sql.ts'
import { accountWithin, contactWithin } from '#domains/groups/scope.ts'
import { authorName } from '#domains/messages/rows.ts'
import { shownTitle, titleReaderOf } from '#access/shown-title.ts'
import { standing } from '#domains/messages/standing.ts'
import { insightSeenBy } from '#domains/insights/queries.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import { isKnownTheme } from '#domains/themes/queries.ts'
import { isOn } from '#domains/users/queries.ts'
import { seesHiddenOf } from '#flows/revise-themes/shown.ts'
import { kindsManagedBy } from '#flows/run-imports/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { currentTenant } from '#platform/db.ts'
import type { Findable } from './findable.ts'

type Asker = Pick<Actor, 'scope' | 'userId' | 'permissions' | 'purpose'>

/** The thing of any kind with this ID. */
export const identified = (asker: Asker, id: string): readonly Findable[] => [
  ...content(asker, id),
  ...people(asker, id),
  theme(asker, id),
  ...settings(asker, id),
  ...arrangements(asker, id),
]

/** A query for one thing. */
function one(
  select: {
    readonly id: RawBuilder<unknown>
    readonly name: RawBuilder<unknown>
    readonly detail?: RawBuilder<unknown>
  },
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select ${select.id} as id, ${select.name} as name, ${select.detail ?? sql`null`}::text as detail,
    null::uuid as message_id from ${from}`
}

const textOf = sql`case when length(coalesce(message.subject, message.body)) > 160
  then left(coalesce(message.subject, message.body), 160) || '…' else coalesce(message.subject, message.body) end`

const content = ({ scope, purpose }: Asker, id: string): readonly Findable[] => [
  {
    kind: 'message',
    needs: 'messages.view',
    rows: one(
      { id: sql`message.id`, name: authorName, detail: textOf },
      sql`message where message.id = ${id} and ${withinScope(scope, 'message')}`,
    ),
  },
  {
    kind: 'conversation',
    needs: 'conversations.view',
    rows: one(
      {
        id: sql`conversation.id`,
        name: sql`coalesce(${shownTitle(titleReaderOf({ scope, purpose }))}, 'Conversation')`,
      },
      sql`conversation where conversation.id = ${standing(id)} and exists (
        select from message where message.tenant_id = conversation.tenant_id
          and message.conversation_id = conversation.id and ${withinScope(scope, 'message')})`,
    ),
  },
  {
    kind: 'event',
    needs: 'events.view',
    rows: one(
      { id: sql`event.id`, name: sql`policy.name` },
      sql`cognitive_event event join policy_version policy on policy.tenant_id = event.tenant_id
        and policy.policy_id = event.policy_id and policy.version = event.policy_version
        where event.id = ${id} and ${withinScope(scope, 'event')}`,
    ),
  },
  {
    kind: 'attachment',
    needs: 'messages.view_attachments',
    rows: sql`select attachment.id, coalesce(attachment.name, 'Attachment') as name, ${authorName} as detail,
      message.id as message_id
      from attachment join message on message.tenant_id = attachment.tenant_id and message.id = attachment.message_id
      where attachment.id = ${id} and ${withinScope(scope, 'message')}`,
  },
]

const people = ({ scope }: Asker, id: string): readonly Findable[] => {
  const user = (side: 'platform' | 'messenger') =>
    one(
      { id: sql`person.id`, name: sql`person.display_name`, detail: sql`person.email` },
      sql`tenant_user person where person.id = ${id} and ${isOn(side)}`,
    )
  return [
    { kind: 'platform-user', needs: 'platform_users.view', rows: user('platform') },
    { kind: 'messenger-user', needs: 'messenger_users.view', rows: user('messenger') },
    {
      kind: 'contact',
      needs: 'contacts.view',
      rows: one(
        { id: sql`contact.id`, name: sql`contact.name` },
        sql`contact where contact.id = ${id} and ${contactWithin(scope, sql`contact`)}`,
      ),
    },
  ]
}

/** A query for one thing with a name in a table of its own. */
const plain = (table: string, id: string) =>
  one({ id: sql`thing.id`, name: sql`thing.name` }, sql`${sql.table(table)} thing where thing.id = ${id}`)

const settings = (asker: Asker, id: string): readonly Findable[] => {
  const { scope, userId } = asker
  return [
    { kind: 'group', needs: 'groups.view', rows: plain('conversation_group', id) },
    {
      kind: 'policy',
      needs: 'policies.view',
      rows: one(
        { id: sql`policy.id`, name: sql`version.name` },
        sql`${currentPolicies} where policy.id = ${id} and policy.deleted_at is null`,
      ),
    },
    { kind: 'permission-profile', needs: 'permission_profiles.view', rows: plain('permission_profile', id) },
    {
      kind: 'insight',
      needs: 'insights.view',
      rows: one(
        { id: sql`insight.id`, name: sql`insight.name` },
        sql`insight where insight.id = ${id} and insight.removed_at is null and ${insightSeenBy(asker)}`,
      ),
    },
    {
      kind: 'notification',
      needs: 'notifications.view',
      rows: one(
        { id: sql`notification.id`, name: sql`version.name` },
        sql`notification join (${currentPolicies}) on policy.tenant_id = notification.tenant_id
          and policy.id = notification.policy_id where notification.id = ${id}`,
      ),
    },
    {
      kind: 'account',
      needs: 'integrations.view',
      rows: one(
        { id: sql`account.id`, name: sql`account.name`, detail: sql`account.address` },
        sql`channel_account account where account.id = ${id} and ${accountWithin(scope, 'account')}`,
      ),
    },
    {
      kind: 'audit-event',
      needs: 'audit.view',
      rows: one(
        { id: sql`entry.id`, name: sql`entry.type`, detail: sql`entry.actor_name` },
        sql`audit_event entry where entry.id = ${id} and ${withinScopeOrUnbound(scope, 'entry')}`,
      ),
    },
    // Error pages show its ID.
    {
      kind: 'request',
      needs: 'audit.view',
      rows: one(
        {
          id: sql`entry.request_id::uuid`,
          name: sql`case count(*) when 1 then '1 audit event' else count(*) || ' audit events' end`,
          detail: sql`string_agg(distinct entry.actor_name, ', ')`,
        },
        sql`audit_event entry where entry.request_id = ${id} and ${withinScopeOrUnbound(scope, 'entry')}
          group by entry.request_id`,
      ),
    },
    {
      kind: 'export',
      needs: undefined,
      rows: one(
        { id: sql`made.id`, name: sql`made.file_name` },
        sql`export made where made.id = ${id} and made.user_id = ${userId}`,
      ),
    },
  ]
}

/** As its own page: also by the ID of a theme that was merged into it. */
const theme = ({ scope, permissions }: Asker, id: string): Findable => ({
  kind: 'theme',
  needs: 'themes.view',
  rows: one(
    { id: sql`theme.id`, name: sql`theme.name` },
    sql`theme where theme.id = any(standing_themes(${currentTenant}, array[${id}::uuid]))
      and theme.retired_at is null and (theme.hidden_at is null or ${seesHiddenOf({ permissions })})
      and ${isKnownTheme(scope)}`,
  ),
})

/** What was set up once, or asked for, and goes on by itself. */
const arrangements = (asker: Asker, id: string): readonly Findable[] => [
  { kind: 'metric-alert', needs: 'notifications.view', rows: plain('metric_alert', id) },
  { kind: 'scheduled-report', needs: 'reports.view', rows: plain('report_schedule', id) },
  {
    kind: 'insight-provider',
    needs: 'insights.manage',
    rows: one(
      { id: sql`provider.id`, name: sql`provider.name` },
      sql`insight_provider provider where provider.id = ${id} and provider.removed_at is null`,
    ),
  },
  {
    kind: 'import',
    needs: undefined,
    rows: one(
      { id: sql`file.id`, name: sql`file.file_name` },
      sql`import file where file.id = ${id} and file.kind = any(${kindsManagedBy(asker)}::text[])`,
    ),
  },
  {
    kind: 'change-request',
    needs: 'policies.view',
    rows: one(
      { id: sql`request.id`, name: sql`request.target_name` },
      sql`change_request request where request.id = ${id} and request.kind = any(${kindsSeenBy(asker)})`,
    ),
  },
]
