/** The year as a reader of Themes and Key Metrics finds it: seeded whole, and asked for by the calls. */
import { urgencies } from '@verbatim/contract/categories.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import type { ThemeFigures } from '@verbatim/contract/themes.ts'
import { gatherStatistics } from '@verbatim/server/platform/database-statistics.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { type Caller, done, makeCaller } from '@verbatim/server/testing/caller.ts'
import { countRows, followLinks } from '@verbatim/server/testing/drilldowns.ts'
import { useTestWorld } from '@verbatim/server/testing/test-world.ts'
import type { World, WorldTenant } from '@verbatim/server/testing/world.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { subjectNames } from '#testing/subject-names.ts'
import { demoOrganization } from './demo-organization.ts'
import { seedDemo } from './seed.ts'

const beganAt = new Date('2026-11-20T15:30:00Z')
const email = 'ann@halden.example'
const year = { days: '365' }
const ofYear = `days=${year.days}`

let world: World
let ownerUrl: string
let reader: Caller
useTestWorld((opened, database) => {
  world = opened
  ;({ ownerUrl } = database)
  world.pass(beganAt.getTime() - world.ctx.now().getTime())
})

beforeAll(async () => {
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
  // As a start does: without statistics, a list of a theme takes seconds.
  await gatherStatistics(ownerUrl)

  const found = await findTenantByHost(world.ctx.db, label)
  const tenant = { id: found!.id, label } as WorldTenant
  const { id } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('tenant_user').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  )
  reader = await makeCaller(world.ctx, world.app, tenant, id as UserId)
}, 300_000)

const ask = async (path: string) => done(reader.call('GET', path))

test('the five subjects that the year was written about are the first five themes of 365 days, under their names', async () => {
  const { items } = await ask(`/bff/themes/metrics?${ofYear}`)
  const names = items.map(({ name }: ThemeFigures) => name)
  expect(names.slice(0, 5).toSorted()).toEqual(Object.values(subjectNames).toSorted())
  const lines = await ask(`/bff/themes/lines?${ofYear}`)
  expect(lines.items).toHaveLength(names.length)
})

test('each number on the card of a theme opens as many rows, over the whole year', async () => {
  const { items }: { items: ThemeFigures[] } = await ask(`/bff/themes/metrics?${ofYear}`)
  expect(await followLinks(reader, items, year)).toBe(items.length)
  for (const { id, name, messages, contacts, urgency, drilldown } of items) {
    expect([name, drilldown.rows]).toEqual([name, messages])
    for (const one of urgencies) {
      const narrowed = { ...drilldown, filter: `${drilldown.filter},urgency[eq]:${one}` }
      expect([name, one, await countRows(reader, narrowed)]).toEqual([name, one, urgency[one]])
    }
    const { total } = await ask(`/bff/themes/${id}/contacts?${ofYear}&limit=1`)
    expect([name, total]).toEqual([name, contacts])
  }
}, 120_000)

test('each figure of Key Metrics, and each of its parts, opens as many rows, over the whole year', async () => {
  let links = 0
  for (const tab of ['', '/sales', '/digital', '/compliance']) {
    const { figures, breakdowns }: Dashboard = await ask(`/bff/metrics${tab}?${ofYear}`)
    links += await followLinks(reader, [...figures, ...breakdowns.flatMap(({ parts }) => parts)], year)
  }
  expect(links).toBeGreaterThan(50)
}, 120_000)
