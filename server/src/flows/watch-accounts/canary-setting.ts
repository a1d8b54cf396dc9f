/** What administrators set for the test messages of an account. */
import type { Canary, updateCanary } from '@verbatim/contract/canaries.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { findCanary, setCanary } from '#domains/accounts/canaries.ts'
import { takeAccounts } from '#domains/accounts/integration-commands.ts'
import { findAccounts } from '#domains/accounts/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { checkPhone } from '#kernel/phone.ts'
import { announce } from '#platform/changes.ts'
import type { TenantTx } from '#platform/db.ts'

/** The test messages set for an account, and the results of the last ones. */
export async function canaryOf(
  tx: TenantTx,
  { id, channel }: { readonly id: AccountId; readonly channel: Channel },
): Promise<Canary> {
  return { way: findConnector(channel)?.canary?.by ?? null, ...(await findCanary(tx, id)) }
}

/**
 * Sends test messages to an account within the actor's scope from now on, or no more.
 * @throws Failure `account.not-found`, `account.being-removed`, `account.no-canary`, `account.canary-sender`
 */
export async function changeCanary(
  tx: TenantTx,
  actor: Actor,
  { id, everyMinutes, sender }: { readonly id: AccountId } & InputOf<typeof updateCanary>['body'],
  now: Date,
): Promise<Canary> {
  const reached = (await takeAccounts(tx, actor.scope, [id])).get(id)
  const [account] = reached?.is_within ? await findAccounts(tx, [id]) : []
  if (!account) throw new Failure('account.not-found')
  const way = findConnector(account.channel)?.canary?.by
  if (everyMinutes !== null) {
    if (account.status === 'inactive') throw new Failure('account.being-removed')
    // What arrives through a source is sent to that source.
    if (!way || account.source) throw new Failure('account.no-canary')
  }
  const setting = everyMinutes === null ? undefined : { everyMinutes, sender: senderOf(account, way, sender) }
  await setCanary(tx, actor, { id, name: account.name, setting }, now)
  await announce(tx, ['accounts', 'audit'])
  return canaryOf(tx, account)
}

function senderOf(
  { address, country }: { readonly address: string; readonly country: string },
  way: Canary['way'] | undefined,
  written: string | undefined,
): string | undefined {
  if (way !== 'provider') return undefined
  const { possible, e164 } = checkPhone(written ?? '', country)
  // Its own number would show nothing, and providers refuse it.
  if (!possible || !e164 || e164 === checkPhone(address, country).e164)
    throw new Failure('account.canary-sender')
  return e164
}
