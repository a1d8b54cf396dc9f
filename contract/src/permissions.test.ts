import { expect, test } from 'vitest'
import { permissions, rolePermissions, roles } from './permissions.ts'

/** The whole table is read in a review: `npx vitest run -u contract/src/permissions.test.ts` writes it. Source: docs/rules/permissions.md. */
test('each role has exactly its documented permissions', async () => {
  const rows = permissions.toSorted().map((name) => {
    const holders = roles.filter((role) => rolePermissions[role].includes(name))
    return `${name}: ${holders.join(', ')}\n`
  })
  await expect(rows.join('')).toMatchFileSnapshot('./permissions.gen.txt')
})

test('a super administrator has every permission, and a person without a role has none', () => {
  expect(rolePermissions.super_admin.toSorted()).toEqual(permissions.toSorted())
  expect(rolePermissions.none).toEqual([])
})
