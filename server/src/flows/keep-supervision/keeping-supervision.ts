/**
 * While policies need approval, one person alone does not take people, their numbers or accounts from what an enabled policy examines. The
 * database is compared before and after a change, so no path can bypass it. Source: docs/decisions/0164.
 */
import type { AccountId, GroupId, PolicyId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { sharedScope } from '#domains/contacts/model.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import { Failure } from '#kernel/failure.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { offenders } from '#platform/memberships.ts'

/**
 * Runs work that may change groups, addresses or owners, and refuses it if an enabled policy would examine fewer people, addresses or accounts.
 * @throws Failure `approval.required`, `account.leaves-policies`
 */
export async function keepingSupervision<T>(tx: TenantTx, work: () => Promise<T>): Promise<T> {
  const before = await openSupervision(tx)
  const result = await work()
  const loss = await findLoss(tx, before)
  if (loss) throw loss.refusal
  return result
}

interface GroupPolicy {
  readonly id: PolicyId
  readonly name: string
  readonly groupIds: ReadonlySet<GroupId>
}

type GroupsOf = ReadonlyMap<UserId, ReadonlySet<GroupId>>

/** What enabled policies examined before a change; undefined if a change needs no approval, or no policy names a group. */
type Supervision =
  | {
      readonly policies: readonly GroupPolicy[]
      /** The members of the groups that they name. */
      readonly groupsOf: GroupsOf
      /** The accounts of these members. */
      readonly accounts: readonly { readonly id: AccountId; readonly ownerId: UserId }[]
      /** The addresses by which they are known in what anyone's accounts capture. */
      readonly addresses: readonly { readonly value: string; readonly userId: UserId }[]
    }
  | undefined

/** Reads it: one query, unless policies that need approval name groups. */
export async function openSupervision(tx: TenantTx): Promise<Supervision> {
  const { rows } = await sql<{ id: PolicyId; name: string; groupIds: GroupId[] }>`
    select policy.id, version.name, version.group_ids as "groupIds" from ${currentPolicies}
    where policy.deleted_at is null and version.enabled and version.scope = 'group'
      and exists (select from organization where requires_policy_approval)
    order by version.name, policy.id`.execute(tx)
  if (rows.length === 0) return undefined
  const policies = rows.map(({ groupIds, ...policy }) => ({ ...policy, groupIds: new Set(groupIds) }))
  const theirs = sql`in (
    select user_id from conversation_group_member where group_id = any(${namedBy(policies)}::uuid[]))`
  const accounts = await sql<{ id: AccountId; ownerId: UserId }>`
    select account.id, account.owner_id as "ownerId" from channel_account account
    where account.removed_at is null and account.owner_id ${theirs}`.execute(tx)
  const addresses = await sql<{ value: string; userId: UserId }>`
    select value, user_id as "userId" from address where user_id ${theirs}`.execute(tx)
  return {
    policies,
    groupsOf: await findGroupsOf(tx, policies),
    accounts: accounts.rows,
    addresses: addresses.rows,
  }
}

const namedBy = (policies: readonly GroupPolicy[]) => [
  ...new Set(policies.flatMap(({ groupIds }) => [...groupIds])),
]

async function findGroupsOf(tx: TenantTx, policies: readonly GroupPolicy[]): Promise<GroupsOf> {
  const { rows } = await sql<{ userId: UserId; groupIds: GroupId[] }>`
    select user_id as "userId", array_agg(group_id) as "groupIds" from conversation_group_member
    where group_id = any(${namedBy(policies)}::uuid[]) group by user_id`.execute(tx)
  return new Map(rows.map(({ userId, groupIds }) => [userId, new Set(groupIds)]))
}

interface Loss {
  readonly refusal: Failure
  /** The people or accounts that would be examined less. */
  readonly targets: ReadonlySet<string>
}

/** What is examined less than before. */
export async function findLoss(tx: TenantTx, before: Supervision): Promise<Loss | undefined> {
  if (!before) return undefined
  const after = await findGroupsOf(tx, before.policies)
  const moved = ({ from, to }: Moved): Memberships => ({
    had: before.groupsOf.get(from),
    has: to === null ? undefined : after.get(to),
  })
  const people = await findPeople(
    tx,
    [...before.groupsOf.keys()].filter((id) => leftOne(id, before.groupsOf, after)),
  )
  const ofPeople = lossOf(before, people, ({ id }) => ({ had: before.groupsOf.get(id), has: after.get(id) }))
  if (ofPeople.lost.length > 0) return awaiting(ofPeople, 'examine')
  const accounts = lossOf(before, await findMovedAccounts(tx, before.accounts), moved)
  if (accounts.lost.length > 0)
    return {
      refusal: new Failure('account.leaves-policies', {
        policies: accounts.policies,
        ...namesOf(accounts.lost),
      }),
      targets: targetsOf(accounts.lost),
    }
  const addresses = lossOf(before, await findMovedAddresses(tx, before.addresses), moved)
  if (addresses.lost.length > 0)
    return awaiting(addresses, 'examine messages under the present phone number of')
  return undefined
}

interface Named {
  readonly id: string
  readonly name: string
}

interface Lost {
  readonly lost: readonly Named[]
  readonly policies: readonly string[]
}

/** A loss of people, which a second person can approve. */
const awaiting = ({ lost, policies }: Lost, what: string): Loss => ({
  refusal: new Failure('approval.required', {
    why: `${sentenceOf({ lost, policies }, what)} `,
    policies,
    ...namesOf(lost),
  }),
  targets: targetsOf(lost),
})

const namesOf = (lost: readonly Named[]) =>
  offenders({ count: lost.length, names: lost.map(({ name }) => name) })

const targetsOf = (lost: readonly Named[]) => new Set(lost.map(({ id }) => id))

const leftOne = (id: UserId, before: GroupsOf, after: GroupsOf) =>
  !(before.get(id) ?? noGroups).isSubsetOf(after.get(id) ?? noGroups)

const noGroups: ReadonlySet<GroupId> = new Set()

interface Memberships {
  readonly had: ReadonlySet<GroupId> | undefined
  readonly has: ReadonlySet<GroupId> | undefined
}

/** Those that a policy examined by a group of theirs, and examines by none now; with these policies. */
function lossOf<T extends Named>(
  { policies }: NonNullable<Supervision>,
  all: readonly T[],
  of: (one: T) => Memberships,
): Lost {
  const losing = (one: T) => {
    const { had = noGroups, has = noGroups } = of(one)
    return policies.filter(({ groupIds }) => !groupIds.isDisjointFrom(had) && groupIds.isDisjointFrom(has))
  }
  const losses = all.filter((one) => losing(one).length > 0)
  return {
    lost: [...new Map(losses.map((one) => [one.id, one])).values()],
    policies: [...new Set(losses.flatMap(losing))].map(({ name }) => name),
  }
}

const most = 5

function sentenceOf({ lost, policies }: Lost, what: string) {
  const names = lost.slice(0, most).map(({ name }) => name)
  const further = lost.length > most ? ` and ${lost.length - most} more` : ''
  const policy = policies.map((name) => `“${name}”`).join(', ')
  return `The ${policies.length === 1 ? 'policy' : 'policies'} ${policy} would no longer ${what} ${names.join(', ')}${further}.`
}

/** Who of these is still a messenger user, by name. A person who is removed writes nothing more that could be examined. */
async function findPeople(tx: TenantTx, ids: readonly UserId[]): Promise<{ id: UserId; name: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: UserId; name: string }>`
    select id, display_name as name from tenant_user person
    where id = any(${ids}::uuid[]) and ${isMessengerUser}
    order by display_name, id`.execute(tx)
  return rows
}

const isMessengerUser = sql`person.removed_at is null and person.messenger_role <> 'none'`

/** What is another's now, or no one's. */
interface Moved {
  readonly from: UserId
  readonly to: UserId | null
}

async function findMovedAccounts(tx: TenantTx, accounts: NonNullable<Supervision>['accounts']) {
  if (accounts.length === 0) return []
  const { rows } = await sql<Named & Moved>`
    select account.id, account.name, given.owner as "from", account.owner_id as "to"
    from ${rowsOf(
      { account: 'uuid', owner: 'uuid' },
      accounts.map(({ id, ownerId }) => ({ account: id, owner: ownerId })),
    )}
    join channel_account account on account.id = given.account
    where account.removed_at is null and account.owner_id is distinct from given.owner
    order by account.name, account.id`.execute(tx)
  return rows
}

/** The addresses by which people are no longer known, each with the name of the person. */
async function findMovedAddresses(tx: TenantTx, addresses: NonNullable<Supervision>['addresses']) {
  if (addresses.length === 0) return []
  const { rows } = await sql<Named & Moved>`
    select person.id, person.display_name as name, person.id as "from", address.user_id as "to"
    from ${rowsOf(
      { value: 'text', owner: 'uuid' },
      addresses.map(({ value, userId }) => ({ value, owner: userId })),
    )}
    join tenant_user person on person.id = given.owner
    left join address on address.value = given.value and address.scope_id = ${sharedScope}
    where ${isMessengerUser} and address.user_id is distinct from given.owner
    order by person.display_name, person.id, given.value`.execute(tx)
  return rows
}
