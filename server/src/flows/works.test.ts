import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dueFunctions, works } from './works.ts'

test('the functions of the database say what the declarations say: npm run functions writes them', async () => {
  const file = new URL('../schema/functions/due-work.sql', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(dueFunctions())
})

test('no two kinds share a name, but those that share their rows', () => {
  const byName = Map.groupBy(works, ({ rows }) => rows.name)
  for (const same of byName.values()) expect(new Set(same.map(({ rows }) => rows)).size).toBe(1)
})
