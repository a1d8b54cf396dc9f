/** The people of conversations, as figures and lists count and name them. */
import { type RawBuilder, sql } from 'kysely'
import { isEverything } from '#access/scope.ts'
import { withinScope } from '#access/scope-sql.ts'
import { shownTitle, type TitleReader } from '#access/shown-title.ts'
import type { AccessScope } from '#kernel/actor.ts'

/**
 * Whether the reader may know that a `participant guest` is in their conversation: a reader of a part of a group or thread knows only
 * those who wrote in that part, as whom they are known today or, before that, by their address. Asked of each guest (`offset 0`):
 * PostgreSQL would read all days of all conversations instead.
 * Source: docs/decisions/0015-a-part-of-a-conversation.md.
 */
export function isKnownGuest(scope: AccessScope): RawBuilder<boolean> {
  if (scope.some(isEverything)) return sql`true`
  return sql`(
    exists (select from conversation known where known.tenant_id = guest.tenant_id and known.id = guest.conversation_id
      and known.type = 'direct' offset 0)
    or exists (select from conversation_day wrote where wrote.tenant_id = guest.tenant_id
      and wrote.conversation_id = guest.conversation_id
      and wrote.author in (guest.user_id::text, guest.contact_id::text, guest.address) and ${withinScope(scope, 'wrote')} offset 0))`
}

/** Whether a `participant guest` is an outside contact: neither a user, nor a chat user, nor one of the organization's own accounts. */
export const isOutside = sql<boolean>`guest.user_id is null and guest.kind <> 'chat-user' and not exists (
  select from channel_account own where own.tenant_id = guest.tenant_id and own.address = guest.address)`

/** How many people a title names. */
const mostNames = 6

/**
 * A conversation's title, or the names of its people, outside contacts first.
 * @param alias Of rows with its ID.
 * @param listed IDs of users whom the row lists beside the title: left out of the names, unless there are no others.
 */
export const titleOf = (
  reader: TitleReader,
  alias: string,
  listed: RawBuilder<unknown> = sql`(null)`,
): RawBuilder<unknown> => sql`(
  select coalesce(${shownTitle(reader)}, (
    select coalesce(string_agg(name, ', ' order by is_ours, name) filter (where is_listed is not true),
      string_agg(name, ', ' order by is_ours, name)) from (
      select coalesce(person.display_name, contact.name, guest.display_name, guest.address) as name, guest.user_id is not null as is_ours,
        guest.user_id in ${listed} as is_listed
      from participant guest
      left join tenant_user person on person.tenant_id = guest.tenant_id and person.id = guest.user_id
      left join contact on contact.tenant_id = guest.tenant_id and contact.id = guest.contact_id
      where guest.tenant_id = conversation.tenant_id and guest.conversation_id = conversation.id
        and ${isKnownGuest(reader.scope)}
      order by guest.user_id is not null, guest.first_at, guest.address limit ${sql.lit(mostNames)}
    ) people), '')
  from conversation where conversation.tenant_id = ${sql.ref(`${alias}.tenant_id`)}
    and conversation.id = ${sql.ref(`${alias}.conversation_id`)})`

/** Whether a title has some words, in any case. */
export const titleHas = (title: RawBuilder<unknown>, words: string | undefined): RawBuilder<boolean> =>
  words ? sql`strpos(lower(${title}), ${words.toLowerCase()}) > 0` : sql`true`
