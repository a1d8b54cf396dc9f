/** Which messages of a provider's list are stored, read or not. */
import type { AccountHealth } from '@verbatim/contract/accounts.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { keyText, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'

interface Listed {
  readonly messageKey: string
  /** The key of its bytes, as the list has them. */
  readonly sourceKey: string
  readonly deliveredAs?: { readonly key: string; readonly endsInHash?: true } | undefined
}

interface Known {
  /** Messages by their keys or aliases, without those that have only a line. */
  readonly messages: ReadonlySet<string>
  /** Those among them that a list of the account brought. */
  readonly fetched: ReadonlySet<string>
  /** Keys of messages whose delivery is stored and not read yet. */
  readonly waiting: ReadonlySet<string>
  /** Records by the keys of their transport. */
  readonly records: ReadonlySet<string>
}

/** Which of these are stored. */
export async function findKnown(
  tx: TenantTx,
  {
    id,
    channel,
    listed,
  }: {
    readonly id: AccountId
    readonly channel: AccountHealth['channel']
    readonly listed: readonly Listed[]
  },
): Promise<Known> {
  const none = new Set<string>()
  if (listed.length === 0) return { messages: none, fetched: none, waiting: none, records: none }
  const messages = listed.map(({ messageKey }) => storable(messageKey))
  const records = listed.map(({ sourceKey }) => keyText(sourceKey))
  const { rows: ofMessages } = await sql<{ name: string; fetched: boolean }>`
    select named.name, coalesce(kept.transport = 'poll' and kept.account_id = ${id}, false) as fetched
    from (
      select message_key as name, tenant_id, record_id from message
      where channel = ${channel} and message_key = any(${messages}) and not ${isLine('message')}
      union select alias, message.tenant_id, message.record_id from message_alias
      join message on message.tenant_id = message_alias.tenant_id
        and message.id = message_alias.message_id and not ${isLine('message')}
      where message_alias.channel = ${channel} and alias = any(${messages})
    ) named
    left join message_record kept on kept.tenant_id = named.tenant_id and kept.id = named.record_id`.execute(
    tx,
  )
  const { rows: ofRecords } = await sql<{ name: string }>`
    select source_key as name from message_record where account_id = ${id} and source_key = any(${records})`.execute(
    tx,
  )
  const has = (found: readonly { name: string }[]) => new Set(found.map(({ name }) => name))
  return {
    messages: has(ofMessages),
    fetched: has(ofMessages.filter(({ fetched }) => fetched)),
    waiting: has(await findWaiting(tx, id, listed)),
    records: has(ofRecords),
  }
}

/** After the hexadecimal digits of every hash. */
const afterHash = 'g'

async function findWaiting(
  tx: TenantTx,
  id: AccountId,
  listed: readonly Listed[],
): Promise<readonly { name: string }[]> {
  const delivered = listed.flatMap(({ messageKey: name, deliveredAs }) => {
    if (!deliveredAs) return []
    const first = keyText(deliveredAs.key)
    return [{ name, first, last: deliveredAs.endsInHash ? first + afterHash : first }]
  })
  if (delivered.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select given.name from ${rowsOf({ name: 'text', first: 'text', last: 'text' }, delivered)}
    where exists (select from message_record kept
      join record_backlog waits on waits.tenant_id = kept.tenant_id and waits.record_id = kept.id
      where kept.account_id = ${id} and kept.source_key between given.first and given.last
        and starts_with(kept.source_key, given.first))`.execute(tx)
  return rows
}
