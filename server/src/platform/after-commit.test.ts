import { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { afterCommit } from './after-commit.ts'
import { inTenant, type TenantTx } from './db.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const tenantId = TenantId.parse(newId(new Date(0)))
const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, tenantId, work)

test('acts run in their order after the work, before its caller continues', async () => {
  const seen: string[] = []
  await within(async (tx) => {
    afterCommit(tx, () => seen.push('first'))
    afterCommit(tx, () => seen.push('second'))
    await tx.selectFrom('organization').select('name').execute()
    seen.push('work')
  })
  expect(seen).toEqual(['work', 'first', 'second'])
})

test('no act runs after a rollback', async () => {
  const seen: string[] = []
  const failing = within(async (tx) => {
    afterCommit(tx, () => seen.push('act'))
    await Promise.reject(new Error('refused'))
  })
  await expect(failing).rejects.toThrow('refused')
  expect(seen).toEqual([])
})
