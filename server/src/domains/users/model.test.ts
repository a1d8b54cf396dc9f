import { rolePermissions } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import { checkRoles } from './model.ts'

const admin = { role: 'tenant_admin', permissions: new Set(rolePermissions.tenant_admin) } as const

test('an Admin can assign the role Compliance unless names are hidden', () => {
  expect(() => checkRoles(admin, 'none', 'compliance')).not.toThrow()
})

test('while names are hidden, only users who may reveal them can grant that permission', () => {
  const hidden = { readsUnderPseudonyms: true } as const
  const refused = expect.objectContaining({ code: 'user.beyond-own' })
  expect(() => checkRoles({ ...admin, ...hidden }, 'none', 'compliance')).toThrow(refused)
  expect(() => checkRoles({ ...admin, ...hidden }, 'compliance', 'none')).toThrow(refused)
  expect(() => checkRoles({ ...admin, ...hidden }, 'none', 'analyst')).not.toThrow()
  const permissions = new Set(rolePermissions.super_admin)
  expect(() =>
    checkRoles({ role: 'super_admin', permissions, ...hidden }, 'none', 'compliance'),
  ).not.toThrow()
})
