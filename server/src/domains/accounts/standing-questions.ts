/** Once a day a source is asked what it knows of the accounts of people. Source: docs/decisions/0169. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** A source without an answer is asked again after this time. */
const againMs = 10 * 60_000

/** The account of a person that is asked about, with what was said of it last. */
export interface AskedPerson {
  readonly id: AccountId
  readonly sourceId: AccountId
  readonly address: string
  readonly isConnected: boolean | undefined
  readonly routes: readonly string[]
}

/** Takes due accounts of people of these sources, so that two workers do not ask about the same. */
export async function takeAskedPeople(
  tx: TenantTx,
  sourceIds: readonly AccountId[],
  now: Date,
  most: number,
): Promise<AskedPerson[]> {
  if (sourceIds.length === 0) return []
  const { rows } = await sql<{
    id: AccountId
    source_id: AccountId
    address: string
    is_connected: boolean | null
    routes: string[] | null
  }>`
    with due as materialized (
      select id from channel_account where source_id = any(${sourceIds}::uuid[]) and removed_at is null and status <> 'inactive'
        and standing_after <= ${now} order by standing_after, id limit ${most} for update),
    taken as (
      update channel_account person set standing_after = ${after(now, againMs)} from due where person.id = due.id
      returning person.tenant_id, person.id, person.source_id, person.address)
    select taken.id, taken.source_id, taken.address, standing.is_connected, standing.routes
    from taken left join account_standing standing on standing.tenant_id = taken.tenant_id
      and standing.source_id = taken.source_id and standing.address = taken.address`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    sourceId: row.source_id,
    address: row.address,
    isConnected: row.is_connected ?? undefined,
    routes: row.routes ?? [],
  }))
}

/** They are asked about again a day later; or, if the provider asked us to wait, after that time. */
export async function putOffQuestion(
  tx: TenantTx,
  people: readonly Pick<AskedPerson, 'id'>[],
  now: Date,
  afterMs = dayMs,
): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ standing_after: after(now, afterMs) })
    .where('id', '=', sql<AccountId>`any(${people.map(({ id }) => id)}::uuid[])`)
    .execute()
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
