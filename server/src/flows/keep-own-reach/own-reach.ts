/**
 * Users do not let themselves read more, neither on the platform nor in the messenger. The database is compared before and after
 * a change, so no path can bypass it. Source: docs/decisions/0042.
 */
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { reachesAsFar } from '#access/scope.ts'
import {
  findGained,
  type Gained,
  findMessengerReach,
  type MessengerReach,
} from '#domains/messenger/compared-reach.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { needsOwner } from '#flows/connect/account-links.ts'
import type { AccessScope, Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * Runs work that may change access, and refuses it if the actor would read more, because that takes a second person.
 * @throws Failure `permission-profile.own-reach`, `messenger.own-reach`
 */
export async function keepingOwnReach<T>(tx: TenantTx, actor: Actor, work: () => Promise<T>): Promise<T> {
  const before = await openOwnReach(tx, actor)
  const result = await work()
  const gain = await findGain(tx, before)
  if (gain) throw gain.refusal
  return result
}

/** What an actor could read before a change. */
interface OwnReach {
  readonly userId: UserId
  readonly scope: AccessScope
  readonly messenger: MessengerReach
}

/** Reads it. Until the transaction ends, other changes of the same actor wait. */
export async function openOwnReach(tx: TenantTx, { userId }: Pick<Actor, 'userId'>): Promise<OwnReach> {
  // Two changes at once, each of which widens nothing alone, would pass.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own reach ${userId}`}, 0))`.execute(tx)
  const actor = await findActor(tx, userId)
  return { userId, scope: actor?.scope ?? [], messenger: await findMessengerReach(tx, userId) }
}

interface Gain {
  readonly refusal: Failure
  /** What was changed for it: the user, accounts or contacts. */
  readonly targets: ReadonlySet<string>
}

/** What the actor can read now and could not before. */
export async function findGain(
  tx: TenantTx,
  { userId, scope, messenger }: OwnReach,
): Promise<Gain | undefined> {
  const actor = await findActor(tx, userId)
  if (!reachesAsFar(scope, actor?.scope ?? []))
    return { refusal: new Failure('permission-profile.own-reach'), targets: new Set([userId]) }
  const { groups, addresses, contacts, ...rest } = await findGained(tx, userId, messenger)
  const accounts = rest.accounts.filter((account) => !isOwnToLink(account))
  const each: { readonly of: string; readonly targets: readonly string[] }[] = [
    { of: 'with the contacts of a group', targets: groups.map(() => userId) },
    { of: 'in which your new phone number occurs', targets: addresses.map(() => userId) },
    { of: 'of an account', targets: accounts.map(({ id }) => id) },
    { of: 'of colleagues with a contact', targets: contacts },
  ]
  const gained = each.filter(({ targets }) => targets.length > 0)
  const [first] = gained
  if (!first) return undefined
  return {
    refusal: new Failure('messenger.own-reach', { of: first.of }),
    targets: new Set(gained.flatMap(({ targets }) => targets)),
  }
}

/** Nothing came through it, and only its owner can link it, with a device or a secret of their own. */
const isOwnToLink = (account: Gained['accounts'][number]) => !account.hasConversations && needsOwner(account)
