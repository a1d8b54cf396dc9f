import type { ContactId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import { countedRecipients, namedRecipients, type ToLine } from '@verbatim/contract/to-line.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { shownTitle } from '#access/shown-title.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Participant } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { precision } from './participant-queries.ts'
import { contactAt, joinFormer, userAt } from './user-at.ts'

/** The people a message was written to, and the title of their conversation. */
export interface Recipients {
  readonly people: readonly Recipient[]
  readonly title?: string
}

export interface Recipient {
  readonly name: string
  readonly address: string
  /** Who had the address when the message was written. */
  readonly userId: UserId | null
  readonly contactId: ContactId | null
  /** How a mail addressed them; null where the channel has no such ways. */
  readonly addressing: NonNullable<Participant['addressing']> | null
}

/** For a message that the reader may not see. */
export const noToLine: ToLine = { names: [], more: 0 }

/** The recipients of messages within `scope`, in short. */
export async function findToLines(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, ToLine>> {
  const found = await findRecipients(tx, scope, ids, countedRecipients)
  return new Map(
    [...found].map(([id, { people, ...conversation }]) => {
      const names = people.slice(0, namedRecipients).map(({ name }) => name)
      return [id, { names, more: people.length - names.length, ...conversation }]
    }),
  )
}

/**
 * The recipients of `message`: each branch is empty where the other one applies. Several reports of a mail may name someone in several
 * ways, of which the most open one is what all recipients saw.
 */
const recipients = (some: RawBuilder<unknown> = sql``) => sql`(
  (
    select 0 as place, address, display_name, user_id, contact_id, first_at, null as addressing from participant
    where message.recipients is null and tenant_id = message.tenant_id and conversation_id = message.conversation_id
      and address <> message.author_address
      and first_at <= message.posted_at + ${sql.lit(precision)}::interval
      and last_at >= message.posted_at - ${sql.lit(precision)}::interval
    ${some}
  )
  union all (
    select named.place, participant.address, coalesce(display_name, named.one ->> 'displayName'), user_id, contact_id, first_at, named.one ->> 'addressing'
    from (
      select distinct on (one #>> '{identity,value}') one, place from jsonb_array_elements(message.recipients) with ordinality given (one, place)
      where one ->> 'addressing' is not null
      order by one #>> '{identity,value}', array_position(array['to', 'cc', 'bcc', 'recipient'], one ->> 'addressing'), place
    ) named
    join participant on participant.tenant_id = message.tenant_id and participant.conversation_id = message.conversation_id
      and participant.address = named.one #>> '{identity,value}'
    ${some}
  )
)`

/** The same by the names that they had when `message` was written; `account` is that of the message. */
const namedRecipientsOf = (some?: RawBuilder<unknown>) => sql`(
  select coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), c.name, p.display_name, p.address) as name,
    p.address, p.addressing, p.place, p.first_at, u.id as user_id, c.id as contact_id
  from ${recipients(some)} p
  ${joinFormer('p', { tenantId: sql`message.tenant_id`, id: sql`message.conversation_id` }, sql`message.posted_at`)}
  left join tenant_user u on u.tenant_id = message.tenant_id and u.id = ${recipientThen}
  left join contact c on c.tenant_id = message.tenant_id and c.id = ${contactAt('p')}
)`

const recipientThen = userAt({ participant: 'p', account: 'account' }, sql`message.posted_at`)

/**
 * The recipients of messages within `scope`, at most `most` for each, or all: those that a mail names, in its order;
 * otherwise the other members of the conversation at that time, whom a reader of the message may know (docs/decisions/0015).
 */
export async function findRecipients(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly MessageId[],
  most: number | undefined,
): Promise<ReadonlyMap<MessageId, Recipients>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MessageId; title: string | null; people: Recipients['people'] }>`
    select message.id, ${shownTitle({ scope })} as title, coalesce(recipients.people, '[]') as people
    from message
    join conversation on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    left join channel_account account on account.tenant_id = message.tenant_id and account.id = message.account_id
    cross join lateral (
      select json_agg(json_build_object('name', name, 'address', address, 'addressing', addressing, 'userId', user_id, 'contactId', contact_id)
        order by place, first_at, address) as people
      from ${namedRecipientsOf(most === undefined ? undefined : sql`order by place, first_at, address limit ${most}`)} named
    ) recipients
    where message.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}`.execute(tx)
  return new Map(rows.map(({ id, title, people }) => [id, { people, ...(title && { title }) }]))
}

/** The names of all recipients of `message` in one text, to be searched by who may read it. */
export const recipientNames = sql`(
  select string_agg(named.name, ' ') from (select 1) one
  left join channel_account account on account.tenant_id = message.tenant_id and account.id = message.account_id
  cross join lateral ${namedRecipientsOf()} named
)`
