import { expect, test } from 'vitest'
import { works } from './works.ts'

test('no two kinds share a name, except kinds that share their rows', () => {
  const byName = Map.groupBy(works, ({ rows }) => rows.name)
  for (const same of byName.values()) expect(new Set(same.map(({ rows }) => rows)).size).toBe(1)
})
