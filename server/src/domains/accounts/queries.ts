import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { acrossTenants, type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { firstRow, onlyRow } from '#platform/rows.ts'

/** A connected account for capture; its secrets are still sealed. */
export interface Account {
  readonly id: AccountId
  readonly tenantId: TenantId
  readonly channel: Channel
  readonly name: string
  readonly address: string
  readonly status: 'active' | 'inactive' | 'available' | 'not-available'
  readonly settings: Readonly<Record<string, unknown>>
  readonly sealedSecrets: Buffer | undefined
  /** The account through which its messages arrive. */
  readonly source: SourceAccount | undefined
  /** The addresses of the accounts of people that receive through this one. */
  readonly people: readonly string[]
  /** The organization's credentials at its messaging provider, sealed, by their names in `organization_secret`. */
  readonly provider: {
    readonly accountSid: string | undefined
    readonly conversationServiceSid: string | undefined
    readonly sealed: Readonly<Record<string, Buffer>>
  }
  /** The organization's mail domains, and the country for its national numbers. */
  readonly mailDomains: readonly string[]
  readonly country: string
  /** A closed organization accepts no deliveries. */
  readonly isClosed: boolean
}

type SourceAccount = Pick<Account, 'id' | 'address' | 'settings' | 'sealedSecrets'>

/** The accounts of `ids` that exist. */
export async function findAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<Account[]> {
  return (await readRows(tx, ids)).map(toAccount)
}

function readRows(tx: TenantTx, ids: readonly AccountId[]) {
  return tx
    .selectFrom('channel_account as account')
    .innerJoin('organization', 'organization.tenant_id', 'account.tenant_id')
    .leftJoin('channel_account as source', (join) =>
      join.onRef('source.tenant_id', '=', 'account.tenant_id').onRef('source.id', '=', 'account.source_id'),
    )
    .where('account.id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .select([
      'account.id',
      'account.tenant_id',
      'account.channel',
      'account.name',
      'account.address',
      'account.status',
      'account.settings',
      'account.secrets',
      'source.id as source_id',
      'source.address as source_address',
      'source.settings as source_settings',
      'source.secrets as source_secrets',
      'organization.mail_domains',
      'organization.country',
      'organization.closed_at',
      'organization.provider_account_sid',
      'organization.conversation_service_sid',
    ])
    .select(
      sql<string[]>`array(select person.address from channel_account person
        where person.tenant_id = account.tenant_id and person.source_id = account.id and person.removed_at is null)`.as(
        'people',
      ),
    )
    .select(
      sql<
        Record<string, string>
      >`(select coalesce(jsonb_object_agg(secret.name, encode(secret.sealed, 'base64')), '{}')
        from organization_secret secret where secret.tenant_id = organization.tenant_id)`.as(
        'provider_sealed',
      ),
    )
    .execute()
}

function toAccount(row: Awaited<ReturnType<typeof readRows>>[number]): Account {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    channel: row.channel,
    name: row.name,
    address: row.address,
    status: row.status,
    settings: row.settings,
    sealedSecrets: row.secrets ?? undefined,
    source:
      row.source_id === null
        ? undefined
        : {
            id: row.source_id,
            address: row.source_address ?? '',
            settings: row.source_settings ?? {},
            sealedSecrets: row.source_secrets ?? undefined,
          },
    people: row.people,
    provider: {
      accountSid: row.provider_account_sid ?? undefined,
      conversationServiceSid: row.conversation_service_sid ?? undefined,
      sealed: Object.fromEntries(
        Object.entries(row.provider_sealed).map(([name, sealed]) => [name, Buffer.from(sealed, 'base64')]),
      ),
    },
    mailDomains: row.mail_domains,
    country: row.country,
    isClosed: row.closed_at !== null,
  }
}

/** The organization's own credentials at its messaging provider, and whether there are enough to ask it. */
export async function findProvider(tx: TenantTx): Promise<Account['provider']> {
  const organization = await tx
    .selectFrom('organization')
    .select(['provider_account_sid', 'conversation_service_sid'])
    .executeTakeFirstOrThrow()
  const rows = await tx.selectFrom('organization_secret').select(['name', 'sealed']).execute()
  return {
    accountSid: organization.provider_account_sid ?? undefined,
    conversationServiceSid: organization.conversation_service_sid ?? undefined,
    sealed: Object.fromEntries(rows.map(({ name, sealed }) => [name, sealed])),
  }
}

/** The account that a delivery is for. The delivery names its account, not its tenant. */
export async function findAccountOfDelivery(db: Db, id: AccountId): Promise<Account | undefined> {
  const found = await acrossTenants(db, 'a webhook names its account, not its tenant', (tx) =>
    sql<{ tenant_id: TenantId | null }>`select tenant_of_account(${id}) as tenant_id`.execute(tx),
  )
  const { tenant_id: tenantId } = onlyRow(found)
  if (!tenantId) return undefined
  return inTenant(db, tenantId, async (tx) => (await findAccounts(tx, [id]))[0])
}

/** The account on one of these channels that receives mail to `address`. */
export async function findMailAccount(
  db: Db,
  channels: readonly Channel[],
  address: string,
): Promise<Account | undefined> {
  const found = await acrossTenants(db, 'a mail address names its account, not its tenant', (tx) =>
    sql<{
      account_id: AccountId
    }>`select account_id from account_of_mail_address(${address.toLowerCase()}, ${channels})`.execute(tx),
  )
  const id = firstRow(found)?.account_id
  return id ? findAccountOfDelivery(db, id) : undefined
}
