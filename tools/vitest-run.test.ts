import { expect, test } from 'vitest'
import { testsThatImport } from './vitest-run.ts'

test('the campaigns find their tests under any name', async () => {
  expect(await testsThatImport('#testing/races.ts')).toEqual([
    'server/src/domains/groups/change-races.slow.test.ts',
    'server/src/domains/groups/membership-races.slow.test.ts',
    'server/src/domains/groups/two-sides.test.ts',
  ])
  expect((await testsThatImport('fast-check')).length).toBeGreaterThan(50)
  expect(await testsThatImport('fast-check', ['matcher/', 'documents/src/mail/'])).toContain(
    'matcher/src/matcher.test.ts',
  )
})
