import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Actor, everything } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { insertCapturing, insertGap } from '#testing/capture-days.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { feltGaps } from './felt-lacks.ts'
import { createIntegrationAccounts } from './new-accounts.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('moved')
})

const daysAgo = (days: number) => new Date(world.ctx.now().getTime() - days * dayMs)

test('a person who comes back through another bot has the gaps of each from the time when they received through it', async () => {
  const [first, second, own] = [0, 1, 2].map(() => AccountId.parse(newId(world.ctx.now()))) as [
    AccountId,
    AccountId,
    AccountId,
  ]
  const names = { [first]: 'first', [second]: 'second' }
  const felt = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const account = {
      channel: 'telegram',
      status: 'active',
      isCompared: false,
      owner: tenant.colleague,
    } as const
    const since = (days: number) => ({ createdAt: daysAgo(days), connectedAt: daysAgo(days) })
    await insertCapturing(
      tx,
      [
        { ...account, ...since(30), id: first, name: 'First', removedAt: null },
        { ...account, ...since(30), id: second, name: 'Second', removedAt: null },
        { ...account, ...since(20), id: own, name: 'Rita', status: 'inactive', removedAt: daysAgo(15) },
      ],
      world.ctx.now(),
    )
    await sql`update channel_account set source_id = ${first} where id = ${own}`.execute(tx)
    await comeBack(tx, own, { through: second, connectedAt: daysAgo(10), removedAt: daysAgo(8) })
    await comeBack(tx, own, { through: first, connectedAt: daysAgo(5) })
    for (const id of [first, second])
      for (const days of [22, 17, 12, 9, 6, 3])
        await insertGap(tx, {
          id,
          from: daysAgo(days),
          until: new Date(daysAgo(days).getTime() + hourMs),
          outcome: 'lost',
        })
    const span = {
      now: sql`${world.ctx.now()}::timestamptz`,
      from: sql`'-infinity'::timestamptz`,
      before: sql`'infinity'::timestamptz`,
    }
    const rita = sql`(select * from channel_account where id = ${own})`
    const { rows } = await sql<{ source_id: AccountId; began_at: Date }>`
      select source_id, began_at from ${feltGaps(rita, span)} gap order by began_at`.execute(tx)
    return rows
  })
  expect(felt.map((gap) => [names[gap.source_id], gap.began_at])).toEqual([
    ['first', daysAgo(17)],
    ['second', daysAgo(9)],
    ['first', daysAgo(3)],
  ])
})

const admin = (): Actor => ({
  tenantId: tenant.id,
  userId: tenant.users.tenant_admin,
  name: 'Tara',
  role: 'tenant_admin',
  messengerRole: 'none',
  permissions: new Set(rolePermissions.tenant_admin),
  scope: everything,
})

interface Return {
  readonly through: AccountId
  readonly connectedAt: Date
  readonly removedAt?: Date
}

async function comeBack(
  tx: TenantTx,
  id: AccountId,
  { through, connectedAt, removedAt }: Return,
): Promise<void> {
  const { address } = await tx
    .selectFrom('channel_account')
    .where('id', '=', id)
    .select('address')
    .executeTakeFirstOrThrow()
  const facts = {
    name: 'Rita',
    address,
    ownerId: tenant.colleague,
    sourceId: through,
    settings: {},
    sealedSecrets: null,
    secretNames: [],
  }
  const accounts = [{ id, facts, request: null }]
  const back = { channel: 'telegram' as const, accounts, list: undefined }
  await createIntegrationAccounts(tx, admin(), back, connectedAt)
  await tx
    .updateTable('channel_account')
    .set({
      connected_at: connectedAt,
      status: removedAt ? 'inactive' : 'active',
      removed_at: removedAt ?? null,
    })
    .where('id', '=', id)
    .execute()
}
