/** Accounts are connected and let go at their providers, after administrators asked for it. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { ConnectionOutcome } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import {
  type ConnectionResult,
  type RequestedConnection,
  settleRequest,
  takeRequested,
} from '#domains/accounts/connection-requests.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { openSecretsOf, sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { announce } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

export interface ConnectContext {
  readonly db: Db
  readonly secrets: Secrets
  readonly config: { readonly PUBLIC_BASE_URL: string }
  readonly mediaHosts: readonly string[]
  readonly log: Log
  readonly now: () => Date
}

/** Providers of one organization at once. */
const batch = 8
const timeoutMs = 20_000

/** Asks the providers of due requests. @returns How many were taken. */
export async function settleRequests(ctx: ConnectContext, tenantId: TenantId): Promise<number> {
  const { db, now } = ctx
  const { due, accounts } = await inTenant(db, tenantId, async (tx) => {
    const taken = await takeRequested(tx, now(), batch)
    const found = await findAccounts(
      tx,
      taken.map(({ id }) => id),
    )
    return { due: taken, accounts: new Map(found.map((account) => [account.id, account])) }
  })
  await Promise.all(
    due.map(async (requested) => {
      const account = accounts.get(requested.id)
      const result = account && (await ask(ctx, requested, account))
      if (!result) return
      await inTenant(db, tenantId, async (tx) => {
        await settleRequest(tx, requested, result, now())
        await announce(tx, ['accounts', 'audit'])
      })
    }),
  )
  return due.length
}

/** A channel whose delivery people set up themselves has nothing to ask for, and a source delivers for the accounts of people. */
async function ask(
  { secrets, config, mediaHosts, log }: ConnectContext,
  { id, request }: RequestedConnection,
  account: Account,
): Promise<ConnectionResult> {
  const connector = findConnector(account.channel)
  const webhookUrl = webhookUrlOf(config.PUBLIC_BASE_URL, account)
  if (!connector?.connection || !webhookUrl || account.source) return { outcome: 'done' }
  const { connection } = connector
  const given = toChannelAccount(account, connector, secrets)
  const limits = { timeoutMs, extraHosts: mediaHosts }
  try {
    const outcome = await (request === 'connect'
      ? connection.connect(given, webhookUrl, limits)
      : connection.disconnect(given, webhookUrl, limits))
    return resultOf(account, outcome, secrets)
  } catch (error) {
    log.error({ err: error, accountId: id }, 'a provider could not be asked')
    return { outcome: 'retry' }
  }
}

/** What the provider gave is kept beside what people entered. */
function resultOf(account: Account, outcome: ConnectionOutcome, secrets: Secrets): ConnectionResult {
  if (outcome.outcome === 'retry') return outcome
  if (outcome.outcome === 'refused') return { outcome: 'refused', problem: outcome.reason }
  return {
    outcome: 'done',
    ...(outcome.settings && { settings: { ...account.settings, ...outcome.settings } }),
    ...(outcome.secrets && {
      sealedSecrets: sealSecretsOf(
        account,
        { ...openSecretsOf(account, secrets), ...outcome.secrets },
        secrets,
      ),
    }),
  }
}
