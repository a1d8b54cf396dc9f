/** Whose accounts were before. Source: docs/decisions/0154-former-owners.md. */
import type { AccountId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

/** Whose an account was until then. */
export interface Ownership {
  /** Undefined if it was no one's. */
  readonly userId: UserId | undefined
  readonly name: string | undefined
  /** Their groups at the end. */
  readonly groupIds: readonly GroupId[]
  /** They have left, and their contacts have gone to the next owner. */
  readonly hasLeft: boolean
  readonly until: Date
}

/**
 * Notes the owners that these accounts have until now, if they get others. Call it before each change of an owner. An account that was no one's at
 * first is its first owner's from the beginning.
 */
export async function noteFormerOwners(
  tx: TenantTx,
  given: readonly { readonly id: AccountId; readonly ownerId: UserId | null }[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return
  const rows = given.map(({ id, ownerId }) => ({ id, owner_id: ownerId }))
  await sql`insert into account_former_owner (account_id, owner_id, group_ids, until)
    select account.id, account.owner_id, array(select member.group_id from conversation_group_member member
      where member.tenant_id = account.tenant_id and member.user_id = account.owner_id order by 1), ${now}
    from channel_account account join ${rowsOf({ id: 'uuid', owner_id: 'uuid' }, rows)} on given.id = account.id
    where account.owner_id is distinct from given.owner_id and (account.owner_id is not null
      or exists (select from account_former_owner former where former.account_id = account.id))
    on conflict do nothing`.execute(tx)
}

/** Of accounts, the earliest first. */
export async function findFormerOwners(
  tx: TenantTx,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, readonly Ownership[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('account_former_owner as former')
    .leftJoin('tenant_user as person', (join) =>
      join.onRef('person.tenant_id', '=', 'former.tenant_id').onRef('person.id', '=', 'former.owner_id'),
    )
    .where('former.account_id', '=', sql<AccountId>`any(${ids}::uuid[])`)
    .select(['former.account_id', 'former.owner_id', 'former.group_ids', 'former.until'])
    .select(['person.display_name', 'person.messenger_role'])
    .orderBy('former.until')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      accountId: row.account_id,
      userId: row.owner_id ?? undefined,
      name: row.display_name ?? undefined,
      groupIds: row.group_ids,
      hasLeft: row.messenger_role === 'none',
      until: row.until,
    })),
    ({ accountId }) => accountId,
  )
}

/** What a message says of the owner, as of the time when it was written. */
interface OwnerThen {
  readonly ownerId: UserId | undefined
  /** Present if it is another than now. */
  readonly formerOwner?: Pick<Ownership, 'userId' | 'name' | 'groupIds'> & {
    /** Who has their contacts. */
    readonly heirs: readonly UserId[]
  }
}

export function ownerAt(
  {
    ownerId,
    formerOwners,
  }: { readonly ownerId: UserId | undefined; readonly formerOwners: readonly Ownership[] },
  time: Date,
): OwnerThen {
  const place = formerOwners.findIndex(({ until }) => time < until)
  const then = formerOwners[place]
  if (!then || then.userId === ownerId) return { ownerId }
  const { userId, name, groupIds } = then
  const heirs: UserId[] = []
  for (let [one, next]: [Ownership | undefined, number] = [then, place + 1]; one?.hasLeft; next += 1) {
    one = formerOwners[next]
    const heir = one ? one.userId : ownerId
    if (heir) heirs.push(heir)
  }
  return { ownerId: userId, formerOwner: { userId, name, groupIds, heirs } }
}
