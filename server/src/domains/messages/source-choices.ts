import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { type listMessageSources, type MessageSourceKind, mostSources } from '@verbatim/contract/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import { askedScope } from '#access/scope-functions.ts'
import { withinScope } from '#access/scope-sql.ts'
import { accountWithin, contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'
import type { Question } from './search-question.ts'
import { shownTitle, type TitleReader } from '#access/shown-title.ts'

type Asked = InputOf<typeof listMessageSources>['query']

interface Choice {
  readonly id: string
  readonly name: string
}

/** The accounts, owners, authors, recipients or conversations with messages within `scope`, by name: the choices for filtering a list. */
export async function findMessageSources(
  tx: TenantTx,
  { scope, withoutSubjects }: TitleReader,
  { kind, search = '', id }: Asked,
  most: number = mostSources,
): Promise<Choice[]> {
  const found =
    kind === 'conversation'
      ? conversations({ scope, withoutSubjects }, { search, id })
      : choices[kind](scope, id)
  const named = id === undefined ? lowerWordsSql(sql`found.key`, search) : sql`found.id = ${id}`
  const { rows } = await sql<Choice>`
    select found.id, found.name from (${found}) found
    where ${named} order by found.sort_name, found.id limit ${most}`.execute(tx)
  return rows
}

/** Each with `id`, `name`, `sort_name`, and `key`, which is searched for words. A requested `id` needs only a message. */
const choices: Record<
  Exclude<MessageSourceKind, 'conversation'>,
  (scope: AccessScope, id?: string) => RawBuilder<unknown>
> = {
  account: (scope) => sql`
    select account.id, account.name, lower(account.name) as sort_name,
      lower(account.name || ' ' || account.address) as key
    from channel_account account where ${accountWithin(scope, 'account')}`,
  owner: (scope, id) => representatives(scope, wrote(scope, 'person', id)),
  author: (scope, id) => people(scope, (who) => wrote(scope, who, id)),
  recipient: (scope, id) => people(scope, (who) => received(scope, who, id)),
}

/**
 * Conversations by the people who wrote in them, those from outside first. Only authors of visible messages: a reader of a
 * part of a conversation does not learn who else is in it. Without words, the latest.
 */
function conversations(
  reader: TitleReader,
  { search = '', id }: Pick<Asked, 'search' | 'id'>,
): RawBuilder<unknown> {
  const { scope } = reader
  const visible = sql`exists (select from message where message.tenant_id = conversation.tenant_id
    and message.conversation_id = conversation.id and ${withinScope(scope, 'message')})`
  const sought =
    id !== undefined
      ? sql`select ${id}::uuid as id`
      : search.trim() === ''
        ? sql`select id from conversation where ${visible} order by last_at desc limit ${mostSources}`
        : sql`select conversation_id as id from participant person where ${lowerWordsSql(writerKey, search)}
            union all select id from conversation where ${lowerWordsSql(sql`lower(coalesce(title, ''))`, search)}`
  return sql`
    select conversation.id, concat_ws(' · ', shown.title, writers.names) as name,
      lower(concat_ws(' · ', shown.title, writers.names)) as sort_name,
      lower(coalesce(shown.title, '')) || ' ' || writers.key as key
    from conversation
    cross join lateral (select ${shownTitle(reader)} as title) shown
    cross join lateral (
      select string_agg(coalesce(person.display_name, person.address), ', '
          order by person.user_id is not null, person.first_at, person.address) as names,
        string_agg(${writerKey}, ' ') as key
      from participant person
      where person.tenant_id = conversation.tenant_id and person.conversation_id = conversation.id and exists (
        select from message where message.tenant_id = person.tenant_id
          and message.conversation_id = person.conversation_id and message.author_address = person.address
          and ${withinScope(scope, 'message')})
    ) writers
    where conversation.id in (${sought}) and writers.names is not null`
}

const writerKey = sql`lower(concat_ws(' ', person.display_name, person.address))`

/** The representatives and contacts within the scope, and one who is `named` by a visible message. */
const people = (scope: AccessScope, named: (who: 'person' | 'contact') => RawBuilder<boolean>) =>
  sql`${representatives(scope, named('person'))} union all
    select contact.id, contact.name, contact.sort_name, contact.search_key as key from contact
    where ${contactWithin(scope, sql`contact`)} or ${named('contact')}`

/** Users who have an account within the scope or are in one of its groups, and one who is `named` by a visible message. */
function representatives(scope: AccessScope, named: RawBuilder<boolean>): RawBuilder<unknown> {
  const groups = grantedGroups(scope)
  const isMember =
    groups === 'all'
      ? sql`person.messenger_role <> 'none'`
      : sql`exists (select from conversation_group_member member where member.tenant_id = person.tenant_id
          and member.user_id = person.id and member.group_id = any(${groups}::uuid[]))`
  return sql`
    select person.id, person.display_name as name, person.sort_name,
      person.sort_name || ' ' || lower(person.email) as key
    from tenant_user person
    where ${isMember} or ${named} or exists (
      select from channel_account account where account.tenant_id = person.tenant_id
        and account.owner_id = person.id and ${accountWithin(scope, 'account')})`
}

/** Whether a requested author wrote a visible message: only for one author, because for all it would have no bound. */
function wrote(scope: AccessScope, who: 'person' | 'contact', id: string | undefined): RawBuilder<boolean> {
  if (id === undefined) return sql`false`
  const author = who === 'person' ? sql`message.author_user_id` : sql`message.author_contact_id`
  return sql`${sql.ref(`${who}.id`)} = ${id} and exists (
    select from message where ${author} = ${id} and ${withinScope(scope, 'message')})`
}

/** Whether a visible message was written to a requested person, as the filter finds it. */
function received(
  scope: AccessScope,
  who: 'person' | 'contact',
  id: string | undefined,
): RawBuilder<boolean> {
  if (id === undefined) return sql`false`
  const question: Question = {
    scope: askedScope(scope),
    filter: [{ field: 'recipientId', test: 'in', values: [id] }],
    sort: [],
  }
  return sql`${sql.ref(`${who}.id`)} = ${id} and count_messages(${JSON.stringify(question)}::jsonb, 1) > 0`
}
