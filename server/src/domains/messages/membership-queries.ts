/** Who joined and left a conversation, as lines of its thread. */
import type { MembershipLine } from '@verbatim/contract/conversations.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { type ConversationSeen, mostParticipants } from './participant-queries.ts'

interface Row {
  readonly id: string
  readonly at: Date
  readonly action: string | null
  readonly who: string | null
  readonly who_name: string | null
  readonly actor_address: string | null
  readonly actor_name: string | null
}

/** Copies of one line may have times that are apart, but not by more. */
const apart = '1 day'

/** Members who joined or left during the page, each once; in a partly visible conversation, only those who are shown. */
export async function findMemberships(
  tx: TenantTx,
  id: ConversationId,
  seen: ConversationSeen,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Promise<MembershipLine[]> {
  const earliest = from ?? (seen.isWhole ? undefined : seen.firstAt)
  const latest = to ?? (seen.isWhole ? undefined : seen.lastAt)
  const rows = await findOnce(tx, id, { earliest, latest })
  const names = new Map(seen.participants.map(({ address, name }) => [address, name]))
  const isShown = (address: string | null) => seen.isWhole || (address !== null && names.has(address))
  return rows.flatMap(({ id: lineId, at, action, who, who_name, actor_address, actor_name }) => {
    if (!isShown(who)) return []
    const by = isShown(actor_address) ? (actor_name ?? actor_address) : undefined
    return [
      {
        id: lineId,
        at: at.toISOString(),
        action: action === 'left' ? 'left' : 'joined',
        who: who_name || names.get(who ?? '') || (who ?? ''),
        ...(by && { by }),
      } satisfies MembershipLine,
    ]
  })
}

/**
 * The provider reports one change to several accounts. Those of one person and one second are copies, as are those with one name; of these, the one that
 * knows the person counts. As with messages, an account that says something twice has no copy of itself.
 * Source: docs/decisions/0171-copies-of-colleagues.md.
 */
async function findOnce(
  tx: TenantTx,
  id: ConversationId,
  { earliest, latest }: { readonly earliest: Date | undefined; readonly latest: Date | undefined },
): Promise<readonly Row[]> {
  const [from, to] = [sql`${earliest ?? '-infinity'}::timestamptz`, sql`${latest ?? 'infinity'}::timestamptz`]
  const margin = sql`${sql.lit(apart)}::interval`
  const { rows } = await sql<Row>`
    with reported as (
      select event.id, event.at, event.account_id, event.actor_address, event.actor_name, event.payload ->> 'mirrorKey' as mirror_key,
        event.payload ->> 'action' as action, event.payload ->> 'whoName' as who_name,
        event.payload -> 'who' ->> 'kind' is distinct from 'unknown' as is_known,
        case when event.payload -> 'who' ->> 'kind' = 'self' then account.address else event.payload -> 'who' ->> 'value' end as who
      from message_event event
      left join channel_account account on account.tenant_id = event.tenant_id and account.id = event.account_id
      where event.conversation_id = ${id} and event.kind = 'membership' and event.at >= ${from} - ${margin} and event.at <= ${to} + ${margin}
    ), said as (
      select reported.*, concat_ws('|', action, coalesce(mirror_key, extract(epoch from date_trunc('second', at)) || '|' || who, id::text)) as said from reported
    ), placed as (
      select said.*, row_number() over (partition by said, account_id order by at, id) as place from said
    ), copy as (
      select placed.*, row_number() over family as number, first_value(who) over family as first_who
      from placed window family as (partition by said, place order by is_known desc, at, id)
    )
    select id, at, action, who, who_name, actor_address, actor_name from copy
    where (number = 1 or is_known and who is distinct from first_who) and at >= ${from} and at <= ${to}
    order by at, id limit ${mostParticipants}`.execute(tx)
  return rows
}
