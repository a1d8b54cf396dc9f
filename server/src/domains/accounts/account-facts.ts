/** An account as its row holds it, and as the audit trail shows it. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { brokenConstraint } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ChannelAccountTable } from '#schema/capture.ts'
import { enteredOf } from './integration-queries.ts'

/** An account as its row holds it: checked, and with sealed secrets. */
export interface AccountFacts {
  readonly name: string
  readonly address: string
  readonly ownerId: UserId | null
  /** The account through which its messages arrive. */
  readonly sourceId: AccountId | null
  readonly settings: Readonly<Record<string, unknown>>
  readonly sealedSecrets: Buffer | null
  readonly secretNames: readonly string[]
}

export type AccountRow = Selectable<ChannelAccountTable>

export const factsOf = (row: AccountRow): AccountFacts => ({
  name: row.name,
  address: row.address,
  ownerId: row.owner_id,
  sourceId: row.source_id,
  settings: row.settings,
  sealedSecrets: row.secrets,
  secretNames: row.secret_names,
})

export const toRow = ({
  name,
  address,
  ownerId,
  sourceId,
  settings,
  sealedSecrets,
  secretNames,
}: AccountFacts) => ({
  name,
  address,
  owner_id: ownerId,
  source_id: sourceId,
  settings: JSON.stringify(settings),
  secrets: sealedSecrets,
  secret_names: [...secretNames],
})

/** The fields of an account as the audit trail shows them. */
type WordsOf = (channel: ConnectableChannel, facts: AccountFacts) => Record<string, unknown>

/** Reads the names of the owners and sources of accounts. */
export async function openWords(tx: TenantTx, accounts: readonly AccountFacts[]): Promise<WordsOf> {
  const ownerIds = accounts.flatMap(({ ownerId }) => ownerId ?? [])
  const sourceIds = accounts.flatMap(({ sourceId }) => sourceId ?? [])
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name as name from tenant_user where id = any(${ownerIds}::uuid[])
    union all select id, name from channel_account where id = any(${sourceIds}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (channel, { name, address, ownerId, sourceId, settings }) => {
    const source = sourceId && names.get(sourceId)
    return {
      name,
      address,
      owner: (ownerId && names.get(ownerId)) ?? null,
      ...(source && { source }),
      ...enteredOf(channel, settings),
    }
  }
}

/** @throws Failure `account.address-taken`, `account.unknown-owner` */
export async function refusing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'channel_account_of_address') throw new Failure('account.address-taken')
    if (constraint === 'channel_account_tenant_id_owner_id_fkey') throw new Failure('account.unknown-owner')
    throw error
  }
}
