/** Accounts are connected and let go at their providers, after administrators asked for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelConnector } from '#channels/connector.ts'
import type { ChannelVariables, ConnectionOutcome } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { isBusy } from '#channels/unanswered.ts'
import { findCursor, isCollected } from '#domains/accounts/collections.ts'
import { forgetLink, isLinkedElsewhere } from '#domains/accounts/linking.ts'
import {
  addSettings,
  type ConnectionResult,
  findSettings,
  type RequestedConnection,
  settleRequest,
  takeRequested,
} from '#domains/accounts/connection-requests.ts'
import type { Account } from '#domains/accounts/queries.ts'
import { findFurtherNames } from '#domains/messages/conversation-names.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import { openSecretsOf, sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { openKeyStore } from '#flows/collect/keys.ts'
import { callLimits } from '#flows/collect/limits.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

export interface ConnectContext extends DbContext {
  readonly secrets: Secrets
  readonly config: { readonly PUBLIC_BASE_URL: string }
  readonly mediaHosts: readonly string[]
  /** Where the operator's own agents answer, by their channels. */
  readonly channelVariables: ChannelVariables
  readonly log: Log
}

/** Providers of one organization at once. */
const batch = 8
const timeoutMs = 20_000
/** A process notices within a second that it should let a connection go. */
const heldMs = 10_000

/** Asks the providers of due requests. @returns How many were taken. */
export const settleRequests = (ctx: ConnectContext, tenantId: TenantId): Promise<number> =>
  askAccounts(ctx.db, tenantId, {
    async take(tx) {
      const due = await takeRequested(tx, ctx.now(), batch)
      return { taken: due.length, due }
    },
    ask: (requested, account) => ask(ctx, requested, account),
    settle: (tx, requested, result) => settleRequest(tx, requested, result, ctx.now()),
    touches: ['accounts', 'audit'],
  })

/** A channel whose delivery people set up themselves has nothing to ask for, and a source delivers for the accounts of people. */
async function ask(
  ctx: ConnectContext,
  { id, request }: RequestedConnection,
  account: Account,
): Promise<ConnectionResult> {
  const { secrets, config, mediaHosts, log } = ctx
  const connector = findConnector(account.channel)
  if (connector?.collection && !connector.connection)
    return request === 'delete' ? unlink(ctx, connector, account) : { outcome: 'done' }
  const webhookUrl = webhookUrlOf(config.PUBLIC_BASE_URL, account)
  if (!connector?.connection || !webhookUrl || account.source) return { outcome: 'done' }
  const { connection } = connector
  const given = toChannelAccount(account, connector, secrets)
  const limits = { timeoutMs, extraHosts: mediaHosts, ...memoryOf(ctx, account) }
  const disconnect = async () => {
    const { roster } = connector
    const names = roster?.leave
      ? await inTenant(ctx.db, account.tenantId, (tx) => findFurtherNames(tx, id))
      : []
    const left = await roster?.leave?.(given, names, { ...limits, webhookUrl })
    // Whatever that says, no message goes astray for it.
    const disconnected = await connection.disconnect(given, webhookUrl, limits)
    return left?.outcome === 'retry' ? left : disconnected
  }
  try {
    const outcome = await (request === 'connect'
      ? connection.connect(given, webhookUrl, limits)
      : disconnect())
    const result = resultOf(account, outcome, secrets)
    // Accounts of some channels are delivered to or collected, as `connect` decides each time.
    if (result.outcome !== 'done' || !connector.collection) return result
    return { ...result, isCollected: outcome.outcome === 'done' && outcome.isCollected === true }
  } catch (error) {
    log.error({ err: error, accountId: id }, 'a provider could not be asked')
    return { outcome: 'retry' }
  }
}

const memoryOf = ({ db }: ConnectContext, { tenantId, id }: Account) => ({
  remembered: () => inTenant(db, tenantId, (tx) => findSettings(tx, id)),
  remember: (settings: Readonly<Record<string, unknown>>) =>
    inTenant(db, tenantId, (tx) => addSettings(tx, id, settings)),
})

/** Ends the link of an account once no process has its connection any more. */
async function unlink(
  ctx: ConnectContext,
  connector: ChannelConnector,
  account: Account,
): Promise<ConnectionResult> {
  const { db, now, secrets, log } = ctx
  const { tenantId, id } = account
  const isHeld = () => inTenant(db, tenantId, (tx) => isCollected(tx, id, now()))
  try {
    for (let waited = 0; await isHeld(); waited += heldMs / 50) {
      if (waited >= heldMs) return { outcome: 'retry' }
      await sleep(heldMs / 50)
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const session = {
      now: ctx.now,
      keys: openKeyStore(ctx, account),
      signal,
      limits: callLimits(ctx),
      isLinkedElsewhere: (address: string) =>
        inTenant(db, tenantId, (tx) => isLinkedElsewhere(tx, { channel: account.channel, address })),
    }
    const given = toChannelAccount(account, connector, secrets)
    const outcome = await connector.collection?.unlink?.(given, session)
    if (outcome && outcome.outcome !== 'done') return resultOf(account, outcome, secrets)
    await inTenant(db, tenantId, async (tx) =>
      forgetLink(tx, id, connector.collection?.remains?.(await findCursor(tx, id))),
    )
    return { outcome: 'done' }
  } catch (error) {
    log.error({ err: error, accountId: id }, 'an account could not be unlinked')
    return { outcome: 'retry' }
  }
}

/** What the provider gave is kept beside what people entered. */
function resultOf(account: Account, outcome: ConnectionOutcome, secrets: Secrets): ConnectionResult {
  if (outcome.outcome === 'retry') return { ...outcome, isBusy: isBusy(outcome) }
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
