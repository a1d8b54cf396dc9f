/** Accounts as administrators see them: what was entered, and the state of the connection. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountState } from '@verbatim/contract/account-states.ts'
import { accountForms, isSecretKind } from '@verbatim/contract/account-fields.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { type ConnectableChannel, connectableChannels } from '@verbatim/contract/channels.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import {
  type ChannelCounts,
  type IntegrationAccount,
  integrationList,
  type listIntegrationAccounts,
} from '@verbatim/contract/integration-accounts.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column, columnsIn, wordsSql } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { wasConnected } from '#schema/connected.ts'
import { withCoverage } from './counted-days.ts'
import { shownStatus } from './shown-status.ts'

type Field = keyof typeof integrationList.fields

const columns = columnsIn<IntegrationRow & { readonly state: AccountState }>()(
  integrationList.fields,
  'held',
  {
    created: column('held.created_at', 'timestamptz'),
    channelType: column('held.channel'),
  },
)

interface IntegrationRow {
  id: AccountId
  channel: ConnectableChannel
  name: string
  address: string
  owner_id: UserId | null
  owner_name: string | null
  source_id: AccountId | null
  source_name: string | null
  has_source: 'true' | 'false'
  step: LinkStep | null
  status: IntegrationAccount['status']
  problem: ConnectionProblem | null
  request: 'connect' | 'delete' | null
  settings: Readonly<Record<string, unknown>>
  last_event_at: Date | null
  created_at: Date
  version: number
  secret_names: readonly string[]
  is_fixed: boolean
  link_sent_to: string | null
  link_sent_at: Date | null
}

const heldWithin = (
  scope: AccessScope,
  channels: readonly ConnectableChannel[],
  now: Date,
): RawBuilder<unknown> => sql`(
  select account.id, account.channel, account.name, account.address, account.owner_id, shown.status,
    person.display_name as owner_name, shown.problem, account.request,
    account.source_id, (account.source_id is not null)::text as has_source, source.name as source_name, session.step,
    account.settings, counters.last_event_at, account.created_at, account.version,
    account.secret_names, ${wasConnected('account')} as is_fixed,
    link.sent_to as link_sent_to, link.created_at as link_sent_at
  from channel_account account cross join ${shownStatus('account', now)}
  left join tenant_user person on person.tenant_id = account.tenant_id and person.id = account.owner_id
  left join channel_account source on source.tenant_id = account.tenant_id and source.id = account.source_id
  left join account_counters counters on counters.tenant_id = account.tenant_id and counters.account_id = account.id
  left join account_session session on session.tenant_id = account.tenant_id and session.account_id = account.id
  left join lateral (
    select sent.id, sent.sent_to, sent.created_at from account_link sent
    where sent.tenant_id = account.tenant_id and sent.account_id = account.id order by sent.id desc limit 1
  ) link on true
  where account.channel = any(${channels}::text[]) and account.removed_at is null and ${accountWithin(scope, 'account')}
) held`

/** Which accounts of a channel work only once their owner did something; that depends on the channel's connector. */
export interface OwnersPart {
  readonly channel: ConnectableChannel
  readonly isAlways: boolean
  /** Those that receive through another account. */
  readonly isThroughSource: boolean
  /** Those for which one of these is not set. */
  readonly secrets: readonly string[]
}

const isOwners = ({ channel, isAlways, isThroughSource, secrets }: OwnersPart): RawBuilder<boolean> =>
  sql`(held.channel = ${channel} and (${isAlways} or (${isThroughSource} and held.source_id is not null)
    or not held.secret_names @> ${secrets}::text[]))`

/** What people see of an account. Source: contract/src/account-states.ts. */
const stateOf = (ownersParts: readonly OwnersPart[]): RawBuilder<AccountState> => sql`case
  when held.request = 'connect' then 'connecting' when held.request = 'delete' then 'removing'
  when held.status in ('available', 'not-available') and held.owner_id is not null and held.problem is null
    and (held.link_sent_to is not null or ${sql.join(ownersParts.map(isOwners), sql` or `)}) then 'waiting-for-owner'
  else held.status end`

/** One page of the accounts of channels that `scope` reaches. */
export async function findIntegrationAccounts(
  tx: TenantTx,
  scope: AccessScope,
  {
    channels,
    ownersParts,
    query,
  }: {
    channels: readonly ConnectableChannel[]
    ownersParts: readonly OwnersPart[]
    query: InputOf<typeof listIntegrationAccounts>['query']
  },
  now: Date,
): Promise<Page<IntegrationAccount>> {
  const searched = query.search
    ? wordsSql([sql`held.name`, sql`held.address`, sql`held.owner_name`], query.search.text)
    : allOf([])
  const page = await findPage<IntegrationRow, Field>(
    tx,
    {
      spec: integrationList,
      columns,
      select: sql`held.*`,
      from: sql`(select held.*, ${stateOf(ownersParts)} as state from ${heldWithin(scope, channels, now)}) held`,
      where: searched,
      tie: sql`held.id`,
    },
    query,
    now,
  )
  return { ...page, items: await withCoverage(tx, page.items, toIntegrationAccount, now) }
}

/** Undefined if it does not exist within `scope`. */
export async function findIntegrationAccount(
  tx: TenantTx,
  scope: AccessScope,
  { channels, id }: { channels: readonly ConnectableChannel[]; id: AccountId },
  now: Date,
): Promise<IntegrationAccount | undefined> {
  const { rows } = await sql<IntegrationRow>`
    select * from ${heldWithin(scope, channels, now)} where held.id = ${id}`.execute(tx)
  const [row] = rows
  return row && { ...toIntegrationAccount(row), ...(row.step && { step: row.step }) }
}

/** @throws Failure `account.not-found` */
export async function requireIntegrationAccount(
  ...asked: Parameters<typeof findIntegrationAccount>
): Promise<IntegrationAccount> {
  const found = await findIntegrationAccount(...asked)
  if (!found) throw new Failure('account.not-found')
  return found
}

function toIntegrationAccount(row: IntegrationRow): IntegrationAccount {
  return {
    id: row.id,
    channel: row.channel,
    name: row.name,
    address: row.address,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : null,
    ...(row.source_id && { source: { id: row.source_id, name: row.source_name ?? '' } }),
    status: row.status,
    ...(row.problem && { problem: row.problem }),
    ...(row.request && { request: row.request }),
    details: enteredOf(row.channel, row.settings),
    secrets: [...row.secret_names],
    ...(row.link_sent_to &&
      row.link_sent_at && {
        ownerLink: { sentTo: row.link_sent_to, sentAt: row.link_sent_at.toISOString() },
      }),
    lastEventAt: row.last_event_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isAddressFixed: row.is_fixed,
    version: row.version,
  }
}

/** The state of a channel’s accounts: whether any is connected, and what is wrong with the newest that is not. */
export async function findConnectionFacts(
  tx: TenantTx,
  scope: AccessScope,
  channel: ConnectableChannel,
  now: Date,
): Promise<{
  readonly isConnected: boolean
  /** Some account waits: for the provider's answer or a first delivery. */
  readonly isWaiting: boolean
  readonly problem: ConnectionProblem | undefined
}> {
  const found = await sql<{
    connected: boolean | null
    waiting: boolean | null
    problem: ConnectionProblem | null
  }>`
    select bool_or(held.status = 'active') as connected, bool_or(held.status = 'available' or held.request = 'connect') as waiting,
      (array_agg(held.problem order by held.id desc) filter (where held.problem is not null))[1] as problem
    from ${heldWithin(scope, [channel], now)}`.execute(tx)
  const { connected, waiting, problem } = onlyRow(found)
  return { isConnected: connected === true, isWaiting: waiting === true, problem: problem ?? undefined }
}

/** How many accounts of each channel that `scope` reaches have each state. */
export async function countAccounts(tx: TenantTx, scope: AccessScope, now: Date): Promise<ChannelCounts[]> {
  const { rows } = await sql<ChannelCounts>`
    select account.channel, count(*) filter (where shown.status = 'active')::int as connected,
      count(*) filter (where shown.status = 'available')::int as waiting,
      count(*) filter (where shown.status in ('inactive', 'not-available'))::int as "notConnected"
    from channel_account account cross join ${shownStatus('account', now)}
    where account.removed_at is null and ${accountWithin(scope, 'account')}
    group by account.channel`.execute(tx)
  const none = { connected: 0, waiting: 0, notConnected: 0 }
  return connectableChannels.map(
    (channel) => rows.find((row) => row.channel === channel) ?? { channel, ...none },
  )
}

/** The addresses that accounts of a channel have, also those that the user may not see: each can be added once. `of` asks for these alone. */
export async function findTakenAddresses(
  tx: TenantTx,
  channel: ConnectableChannel,
  of?: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('channel_account')
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .$if(of !== undefined, (asked) => asked.where('address', '=', sql<string>`any(${of}::text[])`))
    .select('address')
    .execute()
  return new Set(rows.map(({ address }) => address))
}

/** The settings that people enter; connectors keep others beside them. */
export function enteredOf(
  channel: ConnectableChannel,
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    accountForms[channel].fields
      .filter(({ name, kind }) => !isSecretKind(kind) && settings[name] !== undefined)
      .map(({ name }) => [name, settings[name]]),
  )
}
