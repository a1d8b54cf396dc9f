/** Links by which owners link their accounts, and what they are asked to do. */
import { accountLinkDays, linking } from '@verbatim/contract/account-links.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { fingerprint } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

interface NewLink {
  readonly accountId: AccountId
  readonly token: string
  readonly sentTo: string
}

/** Keeps the hashes of new links' tokens, and ends the accounts' earlier links. @returns When they expire */
export async function startLinks(tx: TenantTx, links: readonly NewLink[], now: Date): Promise<Date> {
  await tx
    .updateTable('account_link')
    .set({ ended_at: now })
    .where('account_id', '=', sql<AccountId>`any(${links.map(({ accountId }) => accountId)}::uuid[])`)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  const expiresAt = new Date(now.getTime() + accountLinkDays * dayMs)
  await tx
    .insertInto('account_link')
    .values(
      links.map(({ accountId, token, sentTo }) => ({
        id: newId<string>(now),
        account_id: accountId,
        token_hash: fingerprint(token),
        sent_to: sentTo,
        created_at: now,
        expires_at: expiresAt,
      })),
    )
    .execute()
  return expiresAt
}

/** An account that is not connected, whose owner may act here and can be asked to link it. */
export interface ReachableAccount {
  readonly id: AccountId
  readonly channel: ConnectableChannel
  readonly name: string
  /** The account through which its messages arrive. */
  readonly source: AccountId | undefined
  /** The names of the secrets that are set. */
  readonly secrets: readonly string[]
  readonly email: string
  readonly firstName: string
}

/** Those of these accounts that wait for an owner with an email address, in order. */
export async function findReachable(tx: TenantTx, ids: readonly AccountId[]): Promise<ReachableAccount[]> {
  const { rows } = await sql<Omit<ReachableAccount, 'source'> & { source: AccountId | null }>`
    select account.id, account.channel, account.name, account.source_id as source, account.secret_names as secrets,
      owner.email, owner.first_name as "firstName"
    from channel_account account
    join tenant_user owner on owner.tenant_id = account.tenant_id and owner.id = account.owner_id
    where account.id = any(${ids}::uuid[]) and account.removed_at is null and account.status not in ('active', 'inactive')
      and owner.enabled and owner.removed_at is null and owner.email <> ''
    order by account.id`.execute(tx)
  return rows.map(({ source, ...account }) => ({ ...account, source: source ?? undefined }))
}

export interface AccountLink {
  readonly accountId: AccountId
  readonly expiresAt: Date
  readonly usedAt: Date | undefined
  /** Another one was sent, its account changed, or its owner may not act here now. */
  readonly isEnded: boolean
}

/** The link with this token, in this organization. */
export async function findLink(tx: TenantTx, token: string): Promise<AccountLink | undefined> {
  const row = await tx
    .selectFrom('account_link as link')
    .innerJoin('channel_account as account', (join) =>
      join.onRef('account.tenant_id', '=', 'link.tenant_id').onRef('account.id', '=', 'link.account_id'),
    )
    .leftJoin('tenant_user as owner', (join) =>
      join
        .onRef('owner.tenant_id', '=', 'account.tenant_id')
        .onRef('owner.id', '=', 'account.owner_id')
        .on('owner.enabled', '=', true)
        .on('owner.removed_at', 'is', null),
    )
    .where('token_hash', '=', fingerprint(token))
    .select(['account_id', 'expires_at', 'used_at', 'ended_at', 'owner.id as owner_id'])
    .executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      expiresAt: row.expires_at,
      usedAt: row.used_at ?? undefined,
      isEnded: row.ended_at !== null || row.owner_id === null,
    }
  )
}

/** An account that is being linked. */
export interface LinkedAccount {
  readonly channel: ConnectableChannel
  readonly name: string
  readonly address: string
  readonly isConnected: boolean
  /** Something is asked of its provider. */
  readonly isAsked: boolean
  readonly owner: { readonly id: UserId; readonly name: string } | undefined
  readonly tenantId: TenantId
  readonly problem: ConnectionProblem | undefined
  readonly step: LinkStep | undefined
  /** The account through which its messages arrive. */
  readonly source: { readonly id: AccountId; readonly address: string } | undefined
}

export async function findLinkedAccount(tx: TenantTx, id: AccountId): Promise<LinkedAccount> {
  const row = await tx
    .selectFrom('channel_account as account')
    .leftJoin('account_session as session', (join) =>
      join
        .onRef('session.tenant_id', '=', 'account.tenant_id')
        .onRef('session.account_id', '=', 'account.id'),
    )
    .leftJoin('channel_account as source', (join) =>
      join.onRef('source.tenant_id', '=', 'account.tenant_id').onRef('source.id', '=', 'account.source_id'),
    )
    .leftJoin('tenant_user as owner', (join) =>
      join.onRef('owner.tenant_id', '=', 'account.tenant_id').onRef('owner.id', '=', 'account.owner_id'),
    )
    .where('account.id', '=', id)
    .select([
      'source.id as source_id',
      'source.address as source_address',
      'account.channel',
      'account.name',
      'account.address',
      'account.status',
      'account.request',
      'account.tenant_id',
      'owner.id as owner_id',
      'owner.display_name as owner_name',
      'account.problem',
      'session.step',
    ])
    .executeTakeFirstOrThrow()
  return {
    channel: row.channel as ConnectableChannel,
    name: row.name,
    address: row.address,
    isConnected: row.status === 'active',
    isAsked: row.request !== null,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : undefined,
    tenantId: row.tenant_id,
    problem: row.problem ?? undefined,
    step: row.step ?? undefined,
    source:
      row.source_id && row.source_address ? { id: row.source_id, address: row.source_address } : undefined,
  }
}

/** Someone waits for a step of the account, so it is opened. */
export async function wantStep(
  tx: TenantTx,
  id: AccountId,
  kind: LinkStep['kind'] | undefined,
  now: Date,
): Promise<void> {
  const wanted = {
    wanted_until: new Date(now.getTime() + linking.wantedForMs),
    ...(kind && { wanted_kind: kind }),
  }
  await tx
    .insertInto('account_session')
    .values({ account_id: id, ...wanted })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet(wanted))
    .execute()
}

/** Forgets a failure, so that the account is opened at once. */
export async function startOver(tx: TenantTx, id: AccountId): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ problem: null, status: 'available' })
    .where('id', '=', id)
    .where('status', 'in', ['available', 'not-available'])
    .where('request', 'is', null)
    .execute()
  await tx
    .updateTable('account_session')
    .set({ attempts: 0, try_after: new Date(0), step: null })
    .where('account_id', '=', id)
    .execute()
}

/** What is asked of its provider is not asked any more: its owner enters something else. */
export async function withdrawRequest(tx: TenantTx, id: AccountId): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ request: null, problem: null, status: 'available' })
    .where('id', '=', id)
    .where('status', 'in', ['available', 'not-available'])
    .where('request', '=', 'connect')
    .execute()
}
