/** The accounts that deliveries are for, looked up briefly before. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount, ChannelConnector, Delivery, Webhook } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccountOfDelivery } from '#domains/accounts/queries.ts'
import { findRouted } from '#domains/accounts/routed-accounts.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { Wholeness } from '#platform/installation/wholeness.ts'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import { rememberEach } from '#platform/remember.ts'

export interface LookupContext extends Clock {
  readonly intakeDb: Db
  readonly secrets: Secrets
  readonly wholeness: Wholeness
}

/** An account whose channel has a webhook. */
export interface OpenAccount extends Account {
  readonly connector: ChannelConnector
  readonly webhook: Webhook
  readonly channelAccount: ChannelAccount
}

/** An account that was removed, or is being removed. Nothing is delivered to it any more. */
interface RemovedAccount {
  readonly removed: Account
}

export interface KnownAccounts {
  /** @throws Failure `account.not-found` */
  readonly requireAccount: (id: AccountId, address: string) => Promise<OpenAccount | RemovedAccount>
  /** The account as it is now; undefined if it is closed by now, or was looked up again too often. */
  readonly lookAgain: (account: OpenAccount, address: string) => Promise<OpenAccount | undefined>
}

/** The account under which a delivery is kept: that of the person it belongs to, or the one it arrived at. */
export type AddresseeOf = (account: OpenAccount, delivery: Delivery) => Promise<AccountId>

/** An account is looked up again after this long, so that a changed secret or a closed account takes effect. */
export const accountTtlMs = 3_000
export const leastAccounts = 10_000
/** A delivery that is refused may be signed with what was set a moment ago, so its account is looked up again, so often. */
const againLimit = { limit: 5, windowMs: accountTtlMs }

/** How many unknown account IDs are looked up for one address per minute. */
const strangeIdsPerMinute = 600

/**
 * Accounts by ID with their opened secrets, cached briefly, because a busy provider calls thousands of times a second. For an
 * address that names many unknown accounts, nothing is looked up.
 */
export function cachedAccounts({ intakeDb, secrets, wholeness, now }: LookupContext): KnownAccounts {
  const again = rateWindow(againLimit)
  const known = rememberEach<AccountId, OpenAccount | RemovedAccount | undefined>({
    ms: accountTtlMs,
    least: leastAccounts,
  })
  const strangeIds = rateWindow({ limit: strangeIdsPerMinute, windowMs: 60_000 })
  async function load(id: AccountId, address: string): Promise<OpenAccount | RemovedAccount | undefined> {
    const account = await findAccountOfDelivery(intakeDb, id)
    // To a provider, 404 is final, so we answer it only for accounts that a complete installation does not have.
    if (!account && !(await wholeness.isWhole())) throw new Failure('unavailable')
    if (!account) strangeIds.take(networkOf(address), now())
    if (!account) return undefined
    if (account.status === 'inactive') return { removed: account }
    const connector = findConnector(account.channel)
    if (!connector?.webhook) return undefined
    const channelAccount = toChannelAccount(account, connector, secrets)
    return { ...account, connector, webhook: connector.webhook, channelAccount }
  }
  return {
    async requireAccount(id, address) {
      // A stranger cannot keep us from taking further deliveries for an account that existed before.
      if (!known.has(id) && strangeIds.isFull(networkOf(address), now()))
        throw new Failure('request.too-many')
      return requireKnown(await known.find(id, now(), () => load(id, address)))
    },
    async lookAgain({ id }, address) {
      if (!again.take(id, now())) return undefined
      known.forget(id)
      const account = await known.find(id, now(), () => load(id, address))
      return account && !isRemoved(account) && !account.isClosed ? account : undefined
    },
  }
}

/**
 * Routes are cached as briefly as accounts. What is not found is asked for each time, because a person's account may be linked
 * between two deliveries. A redelivery that finds another route is another record of the same events.
 */
export function cachedRoutes({ intakeDb, now }: LookupContext): AddresseeOf {
  const known = rememberEach<string, AccountId | undefined>({ ms: accountTtlMs, least: leastAccounts })
  return async ({ id, tenantId, webhook }, delivery) => {
    const names = webhook.routesOf?.(delivery) ?? []
    if (names.length === 0) return id
    const key = JSON.stringify([id, ...names])
    const found = await known.find(key, now(), () =>
      inTenant(intakeDb, tenantId, (tx) => findRouted(tx, id, names)),
    )
    if (!found) known.forget(key)
    return found ?? id
  }
}

export const isRemoved = (account: OpenAccount | RemovedAccount): account is RemovedAccount =>
  'removed' in account

function requireKnown(account: OpenAccount | RemovedAccount | undefined): OpenAccount | RemovedAccount {
  if (!account) throw new Failure('account.not-found')
  return account
}
