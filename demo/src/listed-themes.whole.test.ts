/** The year as a reader of Themes finds it: seeded whole, and asked for by the call. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { makeCaller } from '@verbatim/server/testing/caller.ts'
import { useTestWorld } from '@verbatim/server/testing/test-world.ts'
import type { World, WorldTenant } from '@verbatim/server/testing/world.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subjectNames } from '#testing/subject-names.ts'
import { demoOrganization } from './demo-organization.ts'
import { seedDemo } from './seed.ts'

const beganAt = new Date('2026-11-20T15:30:00Z')
const email = 'ann@halden.example'

let world: World
useTestWorld((opened) => {
  world = opened
  world.pass(beganAt.getTime() - world.ctx.now().getTime())
})

test('the five subjects that the year was written about are the first five themes of 365 days, under their names', async () => {
  const home = await mkdtemp(join(tmpdir(), 'verbatim-listed-'))
  const label = 'halden'
  const administrator = { email, password: 'Correct-Horse-7' }
  await seedDemo(world.ctx, {
    demo: demoOrganization('halden', beganAt),
    label,
    beganAt,
    administrator,
    home,
  })
  await rm(home, { recursive: true, force: true })

  const found = await findTenantByHost(world.ctx.db, label)
  const tenant = { id: found!.id, label } as WorldTenant
  const { id } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('tenant_user').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  )
  const reader = await makeCaller(world.ctx, world.app, tenant, id as UserId)
  const { json } = await reader.call('GET', '/bff/themes/metrics?days=365')
  const names = json.items.map(({ name }: { name: string }) => name)
  expect(names.slice(0, 5).toSorted()).toEqual(Object.values(subjectNames).toSorted())
  const lines = await reader.call('GET', '/bff/themes/lines?days=365')
  expect(lines.json.items).toHaveLength(names.length)
}, 300_000)
