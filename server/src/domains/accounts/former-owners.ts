/** Whose accounts were before. Source: docs/decisions/0154-former-owners.md. */
import type { AccountId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

/** Whose an account is, or was. */
interface Owner {
  /** Undefined if it is no one's. */
  readonly userId: UserId | undefined
  readonly name: string | undefined
}

interface FormerOwner extends Owner {
  /** Their groups at the end. */
  readonly groupIds: readonly GroupId[]
  /** They have left, and their contacts have gone to the next owner. */
  readonly hasLeft: boolean
  readonly until: Date
}

/** Whose an account is and was before, the earliest first. */
export interface Owners extends Owner {
  readonly before: readonly FormerOwner[]
}

/**
 * Notes the owners that these accounts have until now, if they get others, and gives these the numbers that go with the accounts. Call it before each
 * change of an owner. An account that was no one's at first is its first owner's from the beginning.
 */
export async function noteFormerOwners(
  tx: TenantTx,
  given: readonly { readonly id: AccountId; readonly ownerId: UserId | null }[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return
  const rows = given.map(({ id, ownerId }) => ({ id, owner_id: ownerId }))
  const givenRows = rowsOf({ id: 'uuid', owner_id: 'uuid' }, rows)
  // A number that the former owner has only with the account goes with it; the one of their own page, or of another account of theirs, stays.
  await sql`update address set user_id = given.owner_id
    from channel_account account join ${givenRows} on given.id = account.id
    where address.value = account.address and address.user_id = account.owner_id and given.owner_id <> account.owner_id
      and not exists (select from tenant_user person where person.tenant_id = account.tenant_id and person.id = account.owner_id
        and address.value in (person.phone_number, lower(person.email)))
      and not exists (select from channel_account other where other.tenant_id = account.tenant_id and other.owner_id = account.owner_id
        and other.address = account.address and other.id <> account.id)`.execute(tx)
  await sql`insert into account_former_owner (account_id, owner_id, group_ids, until)
    select account.id, account.owner_id, array(select member.group_id from conversation_group_member member
      where member.tenant_id = account.tenant_id and member.user_id = account.owner_id order by 1), ${now}
    from channel_account account join ${givenRows} on given.id = account.id
    where account.owner_id is distinct from given.owner_id and (account.owner_id is not null
      or exists (select from account_former_owner former where former.account_id = account.id))
    on conflict do nothing`.execute(tx)
}

/** Whether the account would become another's. */
export async function hasOtherOwner(tx: TenantTx, id: AccountId, ownerId: UserId | null): Promise<boolean> {
  const found = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .where('owner_id', 'is distinct from', ownerId)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Of accounts that exist. */
export async function findOwnerships(
  tx: TenantTx,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Owners>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select account.id, account.owner_id, person.display_name, person.messenger_role, null as group_ids, null as until
    from channel_account account
    left join tenant_user person on person.tenant_id = account.tenant_id and person.id = account.owner_id
    where account.id = any(${ids}::uuid[])
    union all
    select former.account_id, former.owner_id, person.display_name, person.messenger_role, former.group_ids, former.until
    from account_former_owner former
    left join tenant_user person on person.tenant_id = former.tenant_id and person.id = former.owner_id
    where former.account_id = any(${ids}::uuid[])
    order by until nulls last`.execute(tx)
  const owners = new Map<AccountId, Owners>()
  for (const [id, ofOne] of Map.groupBy(rows, (row) => row.id)) {
    const now = ofOne.find(({ until }) => until === null)
    if (now) owners.set(id, { ...toOwner(now), before: ofOne.flatMap(toFormer) })
  }
  return owners
}

interface Row {
  readonly id: AccountId
  readonly owner_id: UserId | null
  readonly display_name: string | null
  readonly messenger_role: string | null
  readonly group_ids: GroupId[] | null
  readonly until: Date | null
}

const toOwner = (row: Row): Owner => ({
  userId: row.owner_id ?? undefined,
  name: row.display_name ?? undefined,
})

const toFormer = ({ until, ...row }: Row): FormerOwner[] =>
  until === null
    ? []
    : [
        {
          ...toOwner({ ...row, until }),
          groupIds: row.group_ids ?? [],
          hasLeft: row.messenger_role === 'none',
          until,
        },
      ]

/** Whose an account was at a time; with what is known only of one whose it is no more. */
interface OwnerThen {
  readonly ownerId: UserId | undefined
  readonly ownerName: string | undefined
  readonly formerOwner?: {
    readonly groupIds: readonly GroupId[]
    /** Who has their contacts. */
    readonly heirs: readonly UserId[]
  }
}

/** The home of this in the database is `account_owners`. */
export function ownerAt({ userId: ownerId, name: ownerName, before }: Owners, time: Date): OwnerThen {
  const place = before.findIndex(({ until }) => time < until)
  const then = before[place]
  if (!then || then.userId === ownerId) return { ownerId, ownerName }
  const heirs: UserId[] = []
  for (let [one, next]: [FormerOwner | undefined, number] = [then, place + 1]; one?.hasLeft; next += 1) {
    one = before[next]
    const heir = one ? one.userId : ownerId
    if (heir) heirs.push(heir)
  }
  return { ownerId: then.userId, ownerName: then.name, formerOwner: { groupIds: then.groupIds, heirs } }
}
