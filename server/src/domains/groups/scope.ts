/** Rows related to messages are in a reader's scope by their groups, and by their channel if they have one. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { withinScope } from '#access/scope-sql.ts'
import { grantedGroups } from '#access/scope.ts'

/**
 * Whether a contact is within a scope: in one of its groups, on any channel. A personal contact counts in a group that it
 * shares with its owner, so a reader of other groups does not learn whom a colleague knows. Source: docs/decisions/0042.
 * @param contact The alias of the table `contact` in the query.
 */
export function contactWithin(scope: AccessScope, contact: RawBuilder<unknown>): RawBuilder<boolean> {
  const groups = grantedGroups(scope)
  if (groups === 'all') return sql`true`
  if (groups.length === 0) return sql`false`
  return sql`exists (
    select from conversation_group_contact shown
    where shown.tenant_id = ${contact}.tenant_id and shown.contact_id = ${contact}.id
      and shown.group_id = any(${groups}::uuid[])
      and (${contact}.share_level = 'global' or exists (
        select from conversation_group_member owning
        where owning.tenant_id = shown.tenant_id and owning.group_id = shown.group_id
          and owning.user_id = ${contact}.owner_id)))`
}

/**
 * Whether an account is within a scope: by its channel and, if the grant names groups, by its owner's groups. An account
 * without an owner carries messages of any group.
 * @param account The alias of the table `channel_account` in the query.
 */
export function accountWithin(scope: AccessScope, account: string): RawBuilder<boolean> {
  return withinScope(scope, account, {
    groupIds: (groupIds) => sql`(${sql.ref(`${account}.owner_id`)} is null or exists (
      select from conversation_group_member owning
      where owning.tenant_id = ${sql.ref(`${account}.tenant_id`)} and owning.user_id = ${sql.ref(`${account}.owner_id`)}
        and owning.group_id = any(${groupIds})))`,
  })
}

/**
 * Whether an account without an owner has conversations beyond a scope. Everyone reaches the account, but its first owner would read
 * them all in the messenger.
 * @param account The alias of the table `channel_account` in the query.
 */
export function holdsUnseen(scope: AccessScope, account: string): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${account}.${column}`)
  return sql`(${own('owner_id')} is null and exists (
    select from conversation held where held.tenant_id = ${own('tenant_id')} and held.account_id = ${own('id')}
      and not ${withinScope(scope, 'held')}))`
}
