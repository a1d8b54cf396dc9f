import { findLimits } from '@verbatim/contract/find.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { contactWithin } from '#domains/groups/scope.ts'
import { insightSeenBy } from '#domains/insights/queries.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import { shownTitle, titleReaderOf } from '#access/shown-title.ts'
import { isShownTheme } from '#domains/themes/moving.ts'
import { isKnownTheme } from '#domains/themes/queries.ts'
import { isOn, nameAndEmail } from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'
import type { Findable } from './findable.ts'

/** What has every word of `text` in its name, or in an address of it. */
export function named(
  actor: Pick<Actor, 'scope' | 'readsUnderPseudonyms' | 'permissions' | 'userId' | 'purpose'>,
  text: string,
): readonly Findable[] {
  const { scope, readsUnderPseudonyms } = actor
  const users = (side: 'platform' | 'messenger') =>
    nearest(text, {
      name: sql`person.display_name`,
      detail: sql`person.email`,
      key: sql`person.sort_name`,
      from: sql`tenant_user person`,
      id: sql`person.id`,
      where: sql`person.removed_at is null and ${isOn(side)} and ${lowerWordsSql(nameAndEmail, text)}`,
    })
  const plain = (table: string) => byName(text, table, { where: sql`true` })
  return [
    { kind: 'platform-user', needs: 'platform_users.view', rows: users('platform') },
    { kind: 'messenger-user', needs: 'messenger_users.view', rows: users('messenger') },
    {
      kind: 'contact',
      needs: 'contacts.view',
      rows: nearest(text, {
        name: sql`contact.name`,
        detail: sql`(select min(value) from address
          where address.tenant_id = contact.tenant_id and address.contact_id = contact.id)`,
        key: sql`contact.sort_name`,
        from: sql`contact`,
        id: sql`contact.id`,
        where: sql`contact.archived_at is null and ${lowerWordsSql(sql`contact.search_key`, text)}
          and ${contactWithin(scope, sql`contact`)}`,
      }),
    },
    { kind: 'group', needs: 'groups.view', rows: plain('conversation_group') },
    {
      kind: 'policy',
      needs: 'policies.view',
      rows: byName(text, 'version', {
        from: currentPolicies,
        id: sql`policy.id`,
        where: sql`policy.deleted_at is null`,
      }),
    },
    {
      kind: 'permission-profile',
      needs: 'permission_profiles.view',
      rows: plain('permission_profile'),
    },
    { kind: 'theme', needs: 'themes.view', rows: themes(scope, text) },
    {
      kind: 'insight',
      needs: 'insights.view',
      rows: byName(text, 'insight', { where: sql`insight.removed_at is null and ${insightSeenBy(actor)}` }),
    },
    // Who wrote in a conversation is not found by name under pseudonyms.
    ...(text.length >= findLimits.fromCharacters && !readsUnderPseudonyms
      ? [{ kind: 'conversation', needs: 'conversations.view', rows: writers(actor, text) } as const]
      : []),
  ]
}

/** Themes of which the reader may see a message. */
const themes = (scope: Actor['scope'], text: string) =>
  byName(text, 'theme', {
    where: sql`${isShownTheme} and ${isKnownTheme(scope)}`,
  })

interface Named {
  readonly id: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  readonly detail: RawBuilder<unknown>
  /** The name in lower case. */
  readonly key: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/** What has every word of the text in its own name, which has no detail. */
function byName(
  text: string,
  table: string,
  { where, from = sql.table(table), id = sql.ref(`${table}.id`) }: Partial<Named> & Pick<Named, 'where'>,
): RawBuilder<unknown> {
  const name = sql.ref(`${table}.name`)
  const key = sql`lower(${name})`
  return nearest(text, {
    name,
    detail: sql`null::text`,
    key,
    from,
    id,
    where: sql`${where} and ${lowerWordsSql(key, text)}`,
  })
}

/** Names that begin with the text come first. */
function nearest(text: string, { id, name, detail, key, from, where }: Named): RawBuilder<unknown> {
  return sql`select ${id} as id, ${name} as name, ${detail} as detail, null::uuid as message_id
    from ${from} where ${where}
    order by not starts_with(${key}, ${text.toLowerCase()}), ${key}, ${id} limit ${findLimits.each}`
}

/**
 * The last conversation of each person who wrote in it. Only authors of visible messages: a reader of a part of a
 * conversation does not learn who else is in it.
 */
function writers(actor: Pick<Actor, 'scope' | 'purpose'>, text: string): RawBuilder<unknown> {
  const words = lowerWordsSql(sql`lower(concat_ws(' ', person.display_name, person.address))`, text)
  return sql`select last.id, last.name, last.detail, null::uuid as message_id from (
      select distinct on (person.address) person.conversation_id as id,
        coalesce(person.display_name, person.address) as name,
        concat_ws(' · ', case when person.display_name is not null then person.address end, ${shownTitle(titleReaderOf(actor))}) as detail,
        person.last_at
      from participant person
      join conversation on conversation.tenant_id = person.tenant_id and conversation.id = person.conversation_id
      where ${words} and exists (
        select from message where message.tenant_id = person.tenant_id
          and message.conversation_id = person.conversation_id and message.author_address = person.address
          and ${withinScope(actor.scope, 'message')})
      order by person.address, person.last_at desc
    ) last order by last.last_at desc, last.id limit ${findLimits.each}`
}
