import type { MessageId } from '@verbatim/contract/ids.ts'
import { countedRecipients, namedRecipients, type ToLine } from '@verbatim/contract/to-line.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { precision } from './participant-queries.ts'

/** The people a message was written to, and the title of their conversation. */
export interface Recipients {
  readonly people: readonly { readonly name: string; readonly address: string }[]
  readonly title?: string
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
 * The recipients of messages within `scope`, at most `most` for each: those that a mail names, in its order;
 * otherwise the other members of the conversation at that time, whom a reader of the message may know (docs/decisions/0015).
 */
export async function findRecipients(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly MessageId[],
  most: number,
): Promise<ReadonlyMap<MessageId, Recipients>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MessageId; title: string | null; people: Recipients['people'] }>`
    select message.id, conversation.title, coalesce(recipients.people, '[]') as people
    from message
    join conversation on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    cross join lateral (
      select json_agg(json_build_object(
        'name', coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), c.name, p.display_name, p.address),
        'address', p.address
      ) order by p.place, p.first_at, p.address) as people
      from (
        (
          select 0 as place, address, display_name, user_id, contact_id, first_at from participant
          where message.recipients is null and tenant_id = message.tenant_id and conversation_id = message.conversation_id
            and address <> message.author_address
            and first_at <= message.posted_at + ${sql.lit(precision)}::interval
            and last_at >= message.posted_at - ${sql.lit(precision)}::interval
          order by first_at, address limit ${most}
        )
        union all (
          select named.place, participant.address, coalesce(display_name, named.one ->> 'displayName'), user_id, contact_id,
            first_at
          from jsonb_array_elements(message.recipients) with ordinality named (one, place)
          join participant on participant.tenant_id = message.tenant_id
            and participant.conversation_id = message.conversation_id
            and participant.address = named.one -> 'identity' ->> 'value'
          where named.one ->> 'addressing' is not null
          order by named.place limit ${most}
        )
      ) p
      left join tenant_user u on u.tenant_id = message.tenant_id and u.id = p.user_id
      left join contact c on c.tenant_id = message.tenant_id and c.id = p.contact_id
    ) recipients
    where message.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}`.execute(tx)
  return new Map(rows.map(({ id, title, people }) => [id, { people, ...(title && { title }) }]))
}
