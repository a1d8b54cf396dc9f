import { randomBytes } from 'node:crypto'
import { passwordProblems } from '@verbatim/contract/passwords.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFirstTenant } from '#domains/organizations/queries.ts'
import { makeSecrets } from '#platform/crypto.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { makePassword } from '#domains/identity/made-password.ts'
import { foundOrganization } from './found-organization.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const founding = {
  label: 'acme',
  name: 'Acme',
  administrator: { email: 'ann@acme.example', password: 'Correct-Horse-7' },
}

test('an organization is founded with an administrator who sees everything', async () => {
  const ctx = { db: database.db, secrets: makeSecrets(randomBytes(32)), now: () => new Date() }
  const tenantId = await foundOrganization(ctx, founding)
  expect(await findFirstTenant(database.db)).toMatchObject({ id: tenantId })
  const users = await inTenant(database.db, tenantId, (tx) =>
    tx
      .selectFrom('tenant_user')
      .innerJoin('identity_user', 'identity_user.id', 'tenant_user.id')
      .select(['email', 'role', 'identity_user.status'])
      .execute(),
  )
  expect(users).toEqual([{ email: 'ann@acme.example', role: 'super_admin', status: 'CONFIRMED' }])
})

test('a weak password founds nothing', async () => {
  const ctx = { db: database.db, secrets: makeSecrets(randomBytes(32)), now: () => new Date() }
  const weak = { ...founding, label: 'weak', administrator: { email: 'a@b.example', password: 'weak' } }
  await expect(foundOrganization(ctx, weak)).rejects.toMatchObject({ code: 'identity.weak-password' })
})

test('a made password keeps the rules, is read easily, and is never the same', () => {
  const made = Array.from({ length: 200 }, () => makePassword(randomBytes))
  expect(new Set(made).size).toBe(200)
  for (const password of made) {
    expect(passwordProblems(password)).toEqual([])
    expect(password).toMatch(/^(?:[A-HJ-NP-Za-km-z2-9]{4}-){3}[A-HJ-NP-Za-km-z2-9]{4}$/)
  }
})
