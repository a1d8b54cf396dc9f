/** Who is a representative, and who of them wrote to clients: as conditions of SQL. */
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { accountWithin } from '#domains/groups/scope.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { wasConnectedWithin } from '#schema/connected.ts'
import { isMessengerUser } from '#schema/user-conditions.ts'
import { type Days, type Periods, startOf } from './period.ts'

/** Days of a person's messages to outside contacts. */
export const sentWithin = (scope: AccessScope) =>
  sql<boolean>`sent.direction = 'outbound' and sent.author_user_id is not null and ${withinScope(scope, 'sent')}`

/** Whether a `person` is an enabled messenger user now. */
export const mayRepresent = sql<boolean>`(person.enabled and ${isMessengerUser('person')})`

/**
 * Enabled messenger users within the scope who own an account that was connected on any of `days`, or who wrote through a
 * shared one in them.
 */
export function representativesOf(
  scope: AccessScope,
  days: Days,
  zone: Pick<Periods, 'zone'>,
): RawBuilder<boolean> {
  return sql`${mayRepresent} and (
    exists (select from channel_account account where account.tenant_id = person.tenant_id and account.owner_id = person.id
      and ${accountWithin(scope, 'account')}
      and ${wasConnectedWithin('account', startOf(days.from, zone), startOf(dayAfter(days.to, 1), zone))})
    or ${hasSent(scope, days)})`
}

export const hasSent = (scope: AccessScope, { from, to }: Days) =>
  sql<boolean>`exists (select from conversation_day sent where sent.tenant_id = person.tenant_id
    and sent.author_user_id = person.id and sent.day between ${from}::date and ${to}::date and ${sentWithin(scope)})`

/** Whether a `person` wrote before the first of `days`. */
export const hasSentBefore = (scope: AccessScope, { from }: Days) =>
  sql<boolean>`exists (select from conversation_day sent where sent.tenant_id = person.tenant_id
    and sent.author_user_id = person.id and sent.day < ${from}::date and ${sentWithin(scope)})`
