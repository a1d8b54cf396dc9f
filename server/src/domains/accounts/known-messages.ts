/** Which messages of a provider's list are stored, read or not. */
import type { AccountHealth } from '@verbatim/contract/accounts.ts'
import type { AccountId, MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { keyText, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'

interface Listed {
  readonly messageKey: string
  /** The key of its bytes, as the list has them. */
  readonly sourceKey: string
  readonly deliveredAs?: { readonly key: string; readonly endsInHash?: true } | undefined
  readonly isFollowed?: true | undefined
}

/** What is known of a message that is stored. */
interface KnownMessage {
  readonly id: MessageId
  /** The account that has it, if that is the one with the list, or receives through it. */
  readonly accountId: AccountId | undefined
  /** A list brought it to that account, with this record. */
  readonly fetchedAs: RecordId | undefined
}

interface Known {
  /** Messages by their keys or aliases, without those that have only a line. */
  readonly messages: ReadonlyMap<string, KnownMessage>
  /** Keys of messages that `messages` lacks, or that a list brought, and whose delivery is stored: from before the list brought them. */
  readonly delivered: ReadonlySet<string>
  /** Those of them whose delivery is not read yet. One in quarantine may never be. */
  readonly waiting: ReadonlySet<string>
  /** Records by the keys of their transport, and whether a list brought them: of what `messages` does not tell. */
  readonly records: ReadonlyMap<string, boolean>
}

/** Which of these are stored, for the account with the list or for one that receives through it. */
export async function findKnown(
  tx: TenantTx,
  {
    id,
    channel,
    transport,
    listed,
  }: {
    readonly id: AccountId
    readonly channel: AccountHealth['channel']
    /** Of what lists of the channel brought. */
    readonly transport: string
    readonly listed: readonly Listed[]
  },
): Promise<Known> {
  if (listed.length === 0)
    return { messages: new Map(), delivered: new Set(), waiting: new Set(), records: new Map() }
  const names = listed.map(({ messageKey }) => storable(messageKey))
  const { rows: ofMessages } = await sql<{
    id: MessageId
    name: string
    account_id: AccountId | null
    fetched_as: RecordId | null
  }>`
    select named.id, named.name, holder.id as account_id, case when kept.transport = ${transport} and holder.id is not null then kept.id end as fetched_as
    from (
      select id, message_key as name, tenant_id, record_id from message
      where channel = ${channel} and message_key = any(${names}) and not ${isLine('message')}
      union select message.id, alias, message.tenant_id, message.record_id from message_alias
      join message on message.tenant_id = message_alias.tenant_id
        and message.id = message_alias.message_id and not ${isLine('message')}
      where message_alias.channel = ${channel} and alias = any(${names})
    ) named
    left join message_record kept on kept.tenant_id = named.tenant_id and kept.id = named.record_id
    left join ${accountsOf(id)} holder on holder.id = kept.account_id`.execute(tx)
  const messages = new Map(
    ofMessages.map(({ id: known, name, account_id: of, fetched_as: fetchedAs }): [string, KnownMessage] => [
      name,
      { id: known, accountId: of ?? undefined, fetchedAs: fetchedAs ?? undefined },
    ]),
  )
  const others = listed.filter(
    ({ messageKey, isFollowed }) => isFollowed || !messages.has(storable(messageKey)),
  )
  const delivered = await findDelivered(
    tx,
    { id, transport },
    listed.flatMap((one) => {
      const message = messages.get(storable(one.messageKey))
      return message && !message.fetchedAs ? [] : { ...one, fetchedAs: message?.fetchedAs ?? null }
    }),
  )
  const namesOf = (rows: typeof delivered) => new Set(rows.map(({ name }) => name))
  return {
    messages,
    delivered: namesOf(delivered),
    waiting: namesOf(delivered.filter(({ waits }) => waits)),
    records: await findRecords(tx, { id, transport, listed: others }),
  }
}

/** The account with the list, and those that receive through it, also before they were removed. */
export const accountsOf = (id: AccountId | RawBuilder<unknown>) =>
  sql`(select own.id from channel_account own where own.id = ${id} or own.source_id = ${id})`

async function findRecords(
  tx: TenantTx,
  {
    id,
    transport,
    listed,
  }: { readonly id: AccountId; readonly transport: string; readonly listed: readonly Listed[] },
): Promise<ReadonlyMap<string, boolean>> {
  const keys = listed.map(({ sourceKey }) => keyText(sourceKey))
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ name: string; fetched: boolean }>`
    select source_key as name, bool_and(transport = ${transport}) as fetched from message_record
    where account_id in ${accountsOf(id)} and source_key = any(${keys}) group by 1`.execute(tx)
  return new Map(rows.map(({ name, fetched }) => [name, fetched]))
}

/** After the hexadecimal digits of every hash. */
const afterHash = 'g'

/** What was delivered before a list brought it. The records of a delivery have other keys than those of the list, in most channels. */
async function findDelivered(
  tx: TenantTx,
  { id, transport }: { readonly id: AccountId; readonly transport: string },
  listed: readonly (Listed & { readonly fetchedAs: RecordId | null })[],
): Promise<readonly { name: string; waits: boolean }[]> {
  const asked = listed.flatMap(({ messageKey: name, deliveredAs, fetchedAs }) => {
    if (!deliveredAs) return []
    const first = keyText(deliveredAs.key)
    return [{ name, first, last: deliveredAs.endsInHash ? first + afterHash : first, fetched_as: fetchedAs }]
  })
  if (asked.length === 0) return []
  const columns = { name: 'text', first: 'text', last: 'text', fetched_as: 'uuid' }
  const { rows } = await sql<{ name: string; waits: boolean }>`
    select given.name, found.waits from ${rowsOf(columns, asked)}
    cross join lateral (select bool_or(waits.record_id is not null) as waits from message_record kept
      left join record_backlog waits on waits.tenant_id = kept.tenant_id and waits.record_id = kept.id
      where kept.account_id in ${accountsOf(id)} and kept.source_key between given.first and given.last
        and starts_with(kept.source_key, given.first) and kept.transport <> ${transport}
        and (given.fetched_as is null or kept.id < given.fetched_as)) found
    where found.waits is not null`.execute(tx)
  return rows
}
