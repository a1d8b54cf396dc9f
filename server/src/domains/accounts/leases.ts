/** Which process has the connection of an account, of those that Verbatim itself holds. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { sql } from 'kysely'
import { announce } from '#platform/changes.ts'
import { acrossTenants, type Db, inTenant, type TenantTx } from '#platform/db.ts'
import { closeGap, dropUnnoticed } from './gaps.ts'

/** A lease is renewed when a third of it is over. */
export const leaseMs = 30_000

/** A connection that a process has. */
export interface HeldCollection {
  readonly tenantId: TenantId
  readonly accountId: AccountId
  /** Which kind of step someone waits for. */
  readonly wanted: LinkStep['kind'] | undefined
}

interface Holding {
  readonly holder: string
  readonly channels: readonly Channel[]
  /** Those of them whose accounts work only once their owners linked them. */
  readonly byOwner: readonly Channel[]
  /** The process has them open, or opens them, and does not end them. */
  readonly running: readonly AccountId[]
  readonly most: number
}

/** Renews the leases of a process and takes free ones. The process has these connections now, and no others. */
export async function holdCollections(
  db: Db,
  { holder, channels, byOwner, running, most }: Holding,
  now: Date,
): Promise<HeldCollection[]> {
  const { rows } = await acrossTenants(db, 'one process holds connections of all tenants', (tx) =>
    sql<{
      tenant_id: TenantId
      account_id: AccountId
      held_until: Date | null
      wanted: LinkStep['kind'] | null
    }>`
      select * from due_collections(${holder}, ${channels}, ${byOwner}, ${now}, ${most})`.execute(tx),
  )
  const due = rows.map((row) => ({
    tenantId: row.tenant_id,
    accountId: row.account_id,
    wanted: row.wanted ?? undefined,
    isFresh: row.held_until !== null && row.held_until.getTime() - now.getTime() > (leaseMs * 2) / 3,
  }))
  const held = due.filter(({ isFresh }) => isFresh)
  // One statement for each organization.
  for (const [tenantId, ofTenant] of Map.groupBy(
    due.filter(({ isFresh }) => !isFresh),
    (one) => one.tenantId,
  )) {
    const taken = await takeLeases(
      db,
      { tenantId, holder, running, ids: ofTenant.map((one) => one.accountId) },
      now,
    )
    held.push(...ofTenant.filter(({ accountId }) => taken.has(accountId)))
  }
  return held
}

/** Renews leases and takes free ones, in one order, so that two processes wait for each other and neither fails. */
async function takeLeases(
  db: Db,
  { tenantId, ...taking }: Taking & { readonly tenantId: TenantId },
  now: Date,
): Promise<ReadonlySet<AccountId>> {
  return inTenant(db, tenantId, async (tx) => {
    const taken = await takeIn(tx, taking, now)
    await noteStillOpen(
      tx,
      taking.running.filter((id) => taken.has(id)),
      now,
    )
    return taken
  })
}

type Taking = Pick<Holding, 'holder' | 'running'> & { readonly ids: readonly AccountId[] }

/**
 * A lease may end while its process has the connection: it was slow, or the clock moved on. Then the connection is open all the same, unless another
 * process had it meanwhile: it may have captured more, so this one ends first. What its provider asked to leave alone is closed once that is over.
 */
async function takeIn(tx: TenantTx, { holder, running, ids }: Taking, now: Date): Promise<Set<AccountId>> {
  const until = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<{ account_id: AccountId }>`
      insert into account_session as s (account_id, holder, held_until)
      select id, ${holder}, ${until}::timestamptz from unnest(${ids}::uuid[]) as given (id) order by id
      on conflict (tenant_id, account_id) do update set holder = excluded.holder, held_until = excluded.held_until,
        ended_at = case when s.held_until <= ${now} and not (s.holder = excluded.holder and s.account_id = any(${running}::uuid[]))
          then coalesce(s.ended_at, s.held_until - make_interval(secs => ${leaseMs / 1000}))
          when s.holder is null and s.try_after > s.opened_at then coalesce(s.ended_at, s.try_after) else s.ended_at end
      where s.holder = ${holder} and s.held_until > ${now}
        or (s.holder = ${holder} or (s.holder is null or s.held_until <= ${now}) and not s.account_id = any(${running}::uuid[]))
          and s.try_after <= ${now}
      returning s.account_id`.execute(tx)
  return new Set(rows.map((row) => row.account_id))
}

/** Others may have thought meanwhile that no process has it. */
async function noteStillOpen(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: AccountId }>`
    select session.account_id as id from account_session session join account_gap gap on gap.account_id = session.account_id
    where session.account_id = any(${ids}::uuid[]) and session.ended_at is null
      and gap.kind = 'disconnected' and gap.problem = 'not-running' and gap.ended_at is null
    order by session.account_id for update of gap`.execute(tx)
  for (const { id } of rows) {
    const gap = { accountId: id, kind: 'disconnected' } as const
    if (!(await dropUnnoticed(tx, gap))) await closeGap(tx, gap, now)
  }
  if (rows.length > 0) await announce(tx, ['accounts'])
}
