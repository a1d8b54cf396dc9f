import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { everyChangeIsSaid } from './audit-check.ts'
import { openTestDatabase } from './database.ts'

test.each([
  ['user_updated', '[]', '{}', false],
  ['user_updated', '[{"field": "role", "old": "a", "new": "b"}]', '{}', true],
  ['contact_merged', '[]', '{"contacts": 2}', false],
  ['insight_deleted', '[]', '{}', false],
  ['insight_undeleted', '[]', '{}', false],
  ['account_removed', '[]', '{}', false],
  ['organization_created', '[]', '{}', false],
  ['password_changed', '[]', '{}', true],
  ['account_removal_requested', '[]', '{}', true],
])('a test of %s with changes %s and counts %s passes: %s', async (type, changes, counts, passes) => {
  const database = await openTestDatabase()
  try {
    await database.administer(`set session_replication_role = replica;
      insert into audit_event (tenant_id, id, at, actor_name, type, changes, counts)
      values ('${randomUUID()}', '${randomUUID()}', now(), 'Ann', '${type}', '${changes}', '${counts}')`)
    const checked = await database.administer(everyChangeIsSaid).then(
      () => true,
      (error: unknown) => String(error),
    )
    expect(checked).toEqual(passes || expect.stringContaining(`does not say what changed: ${type}`))
  } finally {
    await database.close()
  }
})
