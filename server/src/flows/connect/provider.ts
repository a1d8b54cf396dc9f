/** The organization's connection to its messaging provider: whether there is one, and the numbers to choose from. */
import {
  type ConnectableChannel,
  type ProvidedChannel,
  providedChannels,
  providerFirstChannels,
} from '@verbatim/contract/channels.ts'
import type {
  ProviderConnection,
  ProviderCredential,
  ProviderNumbers,
} from '@verbatim/contract/provider-connections.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { findConnectionFacts, findTakenAddresses } from '#domains/accounts/integration-queries.ts'
import { reconnectAccounts } from '#domains/accounts/integration-commands.ts'
import { findProvider } from '#domains/accounts/queries.ts'
import { openProviderSecretsOf, storedTokensOf } from '#flows/capture/account-secrets.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

export interface ProviderContext extends DbContext {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
}

/** Someone waits for the answer. */
const timeoutMs = 10_000

/** Without asking the provider. */
export async function findProviderConnection(
  tx: TenantTx,
  scope: AccessScope,
  channel: ProvidedChannel,
  now: Date,
): Promise<ProviderConnection> {
  if (!(await isConfigured(tx))) return { status: 'not-configured' }
  const facts = await findConnectionFacts(tx, scope, channel, now)
  return { status: statusOf(facts), ...(facts.problem && { problem: facts.problem }) }
}

async function isConfigured(tx: TenantTx): Promise<boolean> {
  const { accountSid, sealed } = await findProvider(tx)
  return Boolean(accountSid && (sealed['auth_token'] ?? sealed['auth_token_secondary']))
}

/** Whether a new account has to wait until the provider is set up. */
export const isProviderMissing = async (tx: TenantTx, channel: ConnectableChannel): Promise<boolean> =>
  providerFirstChannels.includes(channel) && !(await isConfigured(tx))

/** For a new account. @throws Failure `account.no-provider` */
export async function requireProvider(tx: TenantTx, channel: ConnectableChannel): Promise<void> {
  if (await isProviderMissing(tx, channel)) throw new Failure('account.no-provider')
}

function statusOf({
  isConnected,
  isWaiting,
  problem,
}: Awaited<ReturnType<typeof findConnectionFacts>>): ProviderConnection['status'] {
  if (isConnected) return 'connected'
  if (isWaiting) return 'in-progress'
  return problem ? 'failed' : 'not-connected'
}

/** Connects the accounts of these credentials again, because they may belong to another account at the provider now. */
export const reconnectProvided = (tx: TenantTx, now: Date) => reconnectAccounts(tx, providedChannels, now)

/** Asks the provider for its numbers, and what it refuses of the credentials. Outside of a transaction, because it may take long. */
export async function askForNumbers(
  { db, secrets, mediaHosts }: ProviderContext,
  tenantId: TenantId,
  channel: ProvidedChannel,
): Promise<ProviderNumbers> {
  const connector = findConnector(channel)
  const { provider, taken } = await inTenant(db, tenantId, async (tx) => ({
    provider: await findProvider(tx),
    taken: await findTakenAddresses(tx, channel),
  }))
  if (!connector?.connection?.offers) return { problem: 'not-configured', numbers: [], refused: [] }
  const credentials = openProviderSecretsOf({ tenantId, provider }, secrets)
  const answer = await connector.connection.offers(credentials, { timeoutMs, extraHosts: mediaHosts })
  const { apiKey = false, authTokens = [], conversationService = false } = answer.refused ?? {}
  const tokens = storedTokensOf(provider).filter((_, place) => authTokens.includes(place))
  const refused: ProviderCredential[] = [
    ...(apiKey ? (['apiKey'] as const) : []),
    ...tokens,
    ...(conversationService ? (['conversationService'] as const) : []),
  ]
  if (answer.outcome === 'retry') return { problem: 'unreachable', numbers: [], refused }
  if (answer.outcome === 'refused') return { problem: answer.reason, numbers: [], refused }
  const numbers = answer.offers.map(({ address, label, isTaken = false }) => {
    const { value } = connector.identityOf(address)
    return { address: value, ...(label && { label }), isTaken, isConnected: taken.has(value) }
  })
  return { numbers, refused }
}
