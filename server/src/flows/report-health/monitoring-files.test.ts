import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMonitor } from '#platform/monitor.ts'
import type { KeptProcess } from '#platform/processes/kept-process.ts'
import { parts } from '#platform/processes/supervised.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let world: World
let names: Set<string>
useTestWorld(async (opened) => {
  world = opened
  // All metrics of a node, as a monitoring system reads them.
  const monitor = await openMonitor({ port: 0, host: '127.0.0.1', key: undefined })
  const one = {
    name: 'api,worker',
    restarts: () => 0,
    asked: { health: () => world.ctx.health.check(), metrics: () => world.ctx.metrics.read() },
  }
  monitor.watch([one as unknown as KeptProcess])
  const text = await (await fetch(`http://127.0.0.1:${monitor.port}/metrics`)).text()
  names = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  await monitor.close()
})

const fileOf = (name: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8')
const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:verbatim|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name)

test.each([
  [
    'alerts.yml',
    () => [...fileOf('alerts.yml').matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr),
    10,
  ],
  [
    'dashboard.json',
    () =>
      (JSON.parse(fileOf('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
        ({ targets }) => targets.map(({ expr }) => expr),
      ),
    12,
  ],
] as const)('%s uses only metrics that exist', (_file, expressions, least) => {
  const asked = expressions().flatMap(metricsIn)
  expect(asked.length).toBeGreaterThan(least)
  expect(asked.filter((name) => !names.has(name))).toEqual([])
})

test('the guide lists exactly the reported parts', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/monitoring.md', import.meta.url), 'utf8')
  for (const part of parts) if (part !== 'database') expect(guide).toContain(`| \`${part}\` |`)
})
