import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { type listMessageSources, type MessageSourceKind, mostSources } from '@verbatim/contract/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import { accountWithin, contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'

type Asked = InputOf<typeof listMessageSources>['query']

interface Choice {
  readonly id: string
  readonly name: string
}

/** The accounts, owners or authors whose messages `scope` may hold, by name: the choices for narrowing a list. */
export async function findMessageSources(
  tx: TenantTx,
  scope: AccessScope,
  { kind, search = '', id }: Asked,
): Promise<Choice[]> {
  const found = choices[kind](scope, id)
  const named = id === undefined ? lowerWordsSql(sql`found.key`, search) : sql`found.id = ${id}`
  const { rows } = await sql<Choice>`
    select found.id, found.name from (${found}) found
    where ${named} order by found.sort_name, found.id limit ${mostSources}`.execute(tx)
  return rows
}

/** Each with `id`, `name`, `sort_name`, and `key`, in which words are looked for. An `id` that is asked for needs only a message. */
const choices: Record<MessageSourceKind, (scope: AccessScope, id?: string) => RawBuilder<unknown>> = {
  account: (scope) => sql`
    select account.id, account.name, lower(account.name) as sort_name,
      lower(account.name || ' ' || account.address) as key
    from channel_account account where ${accountWithin(scope, 'account')}`,
  owner: (scope, id) => representatives(scope, id),
  author: (scope, id) => sql`${representatives(scope, id)} union all
    select contact.id, contact.name, contact.sort_name, contact.search_key as key from contact
    where ${contactWithin(scope, sql`contact`)} or ${wrote(scope, 'contact', id)}`,
}

/** Those who have an account within the scope, or are in one of its groups. */
function representatives(scope: AccessScope, id: string | undefined): RawBuilder<unknown> {
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
    where ${isMember} or ${wrote(scope, 'person', id)} or exists (
      select from channel_account account where account.tenant_id = person.tenant_id
        and account.owner_id = person.id and ${accountWithin(scope, 'account')})`
}

/** Whether the one that is asked for wrote a visible message: looked up for one only, because it has no bound for all. */
function wrote(scope: AccessScope, who: 'person' | 'contact', id: string | undefined): RawBuilder<boolean> {
  if (id === undefined) return sql`false`
  const author = who === 'person' ? sql`message.author_user_id` : sql`message.author_contact_id`
  return sql`${sql.ref(`${who}.id`)} = ${id} and exists (
    select from message where ${author} = ${id} and ${withinScope(scope, 'message')})`
}
