/** Copies of a message in other accounts, for those who read it. Source: docs/decisions/0171-copies-of-colleagues.md. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { AlsoCaptured } from '@verbatim/contract/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { currentTenant, type TenantTx } from '#platform/db.ts'

/** All copies of these messages, themselves included. */
export const copiesOf = (ids: RawBuilder<unknown>): RawBuilder<MessageId[]> =>
  sql`(select copies_of(${currentTenant}, ${ids}::uuid[]))::uuid[]`

/** The other copies of a message, each as a row `copy`. Under row-level security an index is asked for a `case`, and for no `coalesce`. */
export const otherCopies = (alias: string): RawBuilder<unknown> => {
  const own = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`lateral (
    select ${own('mirror_of')} as id where ${own('mirror_of')} is not null
    union all select other.id from message other
    where other.tenant_id = ${own('tenant_id')} and other.id <> ${own('id')}
      and other.mirror_of = case when ${own('mirror_of')} is null then ${own('id')} else ${own('mirror_of')} end
  ) copy`
}

interface Row {
  readonly of: MessageId
  readonly id: MessageId
  readonly name: string | null
  readonly address: string | null
  readonly owner: string | null
}

/** From which other accounts each of these was captured as well, the first first. */
export async function findAlsoCaptured(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, AlsoCaptured[]>> {
  const { rows } = await sql<Row>`
    select known.id as of, message.id, account.name, account.address, owner.display_name as owner
    from message known cross join ${otherCopies('known')}
    join message on message.tenant_id = known.tenant_id and message.id = copy.id
    left join channel_account account on account.tenant_id = message.tenant_id and account.id = message.account_id
    left join tenant_user owner on owner.tenant_id = account.tenant_id and owner.id = account.owner_id
    where known.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}
    order by message.mirror_of is not null, message.id`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, (row) => row.of)].map(([of, copies]) => [of, copies.map(toAlsoCaptured)]),
  )
}

const toAlsoCaptured = ({ id, name, address, owner }: Row): AlsoCaptured => ({
  messageId: id,
  ...(name !== null && { account: { name, address: address ?? '', ...(owner && { owner }) } }),
})
