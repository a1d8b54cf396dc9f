import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { ChangeRequestId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { mostNames } from '#platform/memberships.ts'
import type { ChangeRequestRow } from './queries.ts'

/** After these, who did them may sign in to the account: with an address or a second step of their own. */
const ofSignIn = ['user_invited', 'invitation_resent', 'second_step_reset']
const ofAccounts = [...ofSignIn, 'user_updated', 'user_role_changed']

type Requested = Pick<ChangeRequestRow, 'id' | 'requested_at' | 'requested_by'>

/** @throws Failure `change-request.dependent` */
export async function requireIndependent(tx: TenantTx, actor: Actor, row: ChangeRequestRow): Promise<void> {
  const dependent = await findDependent(tx, actor, [row])
  if (dependent.has(row.id)) throw dependentOn(row.requested_by_name)
}

export const dependentOn = (name: string) =>
  new Failure('change-request.dependent', { name, days: changeRequestLimits.dependentDays })

/**
 * The requests in whose approval one person would decide alone, with several accounts. In the days before a request or since
 * then, the requester and the approver must not have changed each other's account, rights or sign-in, directly or through
 * other accounts, and no third person may have given both their sign-in. Source: docs/decisions/0155.
 */
export async function findDependent(
  tx: TenantTx,
  { userId }: Pick<Actor, 'userId'>,
  requests: readonly Requested[],
): Promise<ReadonlySet<ChangeRequestId>> {
  if (requests.length === 0) return new Set()
  const found = Map.groupBy(await findBehind(tx, userId, requests), ({ request }) => request)
  const dependent = requests.filter(({ id, requested_by: requester }) => {
    const behind = found.get(id) ?? []
    const [ofRequester, ofApprover] = [requester, userId].map((account) =>
      behind.filter((one) => one.account === account),
    ) as [Behind[], Behind[]]
    return (
      ofRequester.some((one) => one.id === userId) ||
      ofApprover.some((one) => one.id === requester) ||
      !signingIn(ofRequester).isDisjointFrom(signingIn(ofApprover))
    )
  })
  return new Set(dependent.map(({ id }) => id))
}

const signingIn = (behind: readonly Behind[]) =>
  new Set(behind.filter(({ signsIn }) => signsIn).map(({ id }) => id))

/** An account, and one that changed it, or changed another one behind it. */
interface Behind {
  readonly request: ChangeRequestId
  readonly account: UserId
  readonly id: UserId
  /** Whether its holder may sign in to the account. */
  readonly signsIn: boolean
}

/** Each step goes from accounts to the people who changed them, who are few, and visits no account twice. */
async function findBehind(tx: TenantTx, approver: UserId, requests: readonly Requested[]): Promise<Behind[]> {
  const given = rowsOf(
    { request: 'uuid', requester: 'uuid', since: 'timestamptz' },
    requests.map(({ id, requested_by, requested_at }) => ({
      request: id,
      requester: requested_by,
      since: new Date(requested_at.getTime() - changeRequestLimits.dependentDays * dayMs),
    })),
  )
  const { rows } = await sql<Behind>`
    with recursive behind (request, since, account, id, signs_in) as (
      select given.request, given.since, side.account, side.account, true
      from ${given} cross join lateral unnest(array[given.requester, ${approver}::uuid]) side (account)
      union
      select behind.request, behind.since, behind.account, changed.by, behind.signs_in and changed.signs_in
      from behind cross join lateral (${changesOf(sql.ref('behind.id'), sql.ref('behind.since'))}) changed
      where changed.by is not null
    )
    select request, account, id, signs_in as "signsIn" from behind`.execute(tx)
  return rows
}

/** Who changed an account, and whether they may sign in as it since. Each kind is found by an index of the trail. */
const changesOf = (id: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  select event.actor_id as by, event.type = any(${ofSignIn}) as signs_in from audit_event event
  where event.target_kind = 'user' and event.target_id = ${id}::text and event.at > ${since}
    and event.type = any(${ofAccounts})
  union select event.actor_id, true from audit_event event
  where event.type = 'single_sign_on_updated' and event.at > ${since}
    and exists (select from identity_link link where link.user_id = ${id})
  union select event.actor_id, false from (${memberOf(id, since)}) member
  join audit_event event
    on event.target_kind = 'permission_profile' and event.target_id = any(member.profiles) and event.at > ${since}
  where event.type in ('permission_profile_created', 'permission_profile_permissions_updated')
    or event.type = 'permission_profile_members_updated' and (member.was_renamed
      or coalesce((event.counts ->> 'membersAdded')::int, 0) > ${mostNames}
      or exists (select from jsonb_array_elements(event.changes) change
        where change -> 'new' @> to_jsonb(member.display_name)))`

/**
 * The profiles of an account. Their events name the people who were added, and only the first of many; one who was renamed
 * since counts as named. `offset 0` keeps that from being asked again for each event.
 */
const memberOf = (id: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  select person.display_name,
    array(select link.profile_id::text from permission_profile_member link where link.user_id = person.id) as profiles,
    exists (
      select from audit_event event cross join jsonb_array_elements(event.changes) change
      where event.target_kind = 'user' and event.target_id = person.id::text and event.at > ${since}
        and event.type = 'user_updated' and change ->> 'field' in ('firstName', 'lastName')) as was_renamed
  from tenant_user person where person.id = ${id} offset 0`
