import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { TenantId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { makeSecrets } from '#platform/crypto.ts'
import { destinationOf, invent, isUsername, saltOf } from './invented-users.ts'

const secrets = makeSecrets(randomBytes(32))
const tenantId = TenantId.parse('01890000-0000-7000-8000-000000000001')

test('an unknown person gets the same answers by name and by the username given for them', () => {
  fc.assert(
    fc.property(
      fc
        .oneof(fc.emailAddress(), fc.string({ minLength: 1, maxLength: 40 }))
        .map((name) => name.trim().toLowerCase()),
      (name) => {
        const byName = invent(secrets, tenantId, name)
        expect(isUsername(byName.username)).toBe(true)
        expect(invent(secrets, tenantId, byName.username)).toEqual(byName)
        expect(byName.destination).toMatch(/^[a-z0-9*]\*{3}@[a-z0-9*]\*{3}$/)
        const [local, domain] = name.split('@')
        if (local && domain) expect(byName.destination).toBe(destinationOf(name))
      },
    ),
  )
})

test('any random username belongs to one invented person, who stays the same', () => {
  for (let i = 0; i < 200; i++) {
    const username = randomUUID()
    const shown = invent(secrets, tenantId, username)
    expect(shown.username).toBe(username)
    expect(shown.salt).toEqual(saltOf(secrets, tenantId, username))
    expect(shown.destination).toMatch(/^[a-z0-9*]\*{3}@[a-z0-9*]\*{3}$/)
  }
})

test('each name has its own username, which reveals nothing about it', () => {
  const names = Array.from({ length: isWhole ? 2_000 : 400 }, (_, i) => `anna${i}@example.test`)
  const usernames = names.map((name) => invent(secrets, tenantId, name).username)
  expect(new Set(usernames).size).toBe(names.length)
  // All of them share their destination, but no digit of their usernames.
  for (const at of [0, 7, 9, 15, 20, 35]) expect(new Set(usernames.map((text) => text[at])).size).toBe(16)
  const elsewhere = invent(makeSecrets(randomBytes(32)), tenantId, names[0] ?? '')
  expect(elsewhere.username).not.toBe(usernames[0])
})
