import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TenantId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSecrets, openSecrets, sameSecret } from './crypto.ts'
import { ensureInstallationSecret } from './installation/secret.ts'

const place = {
  tenantId: TenantId.parse('0197a000-0000-7000-8000-000000000001'),
  table: 'identity_user',
  id: '7',
}
const secrets = makeSecrets(Buffer.alloc(32, 1))

test('sealed data opens in its place, and is sealed differently each time', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (plain) => {
      const sealed = secrets.seal(plain, place)
      expect(secrets.unseal(sealed, place)).toEqual(Buffer.from(plain))
      expect(secrets.seal(plain, place)).not.toEqual(sealed)
    }),
  )
})

test('sealed data does not open in another place', () => {
  const sealed = secrets.seal(Buffer.from('verifier'), place)
  const other = TenantId.parse('0197a000-0000-7000-8000-000000000002')
  for (const wrong of [{ tenantId: other }, { table: 'identity_key' }, { id: '8' }]) {
    expect(() => secrets.unseal(sealed, { ...place, ...wrong })).toThrow()
  }
  expect(() => makeSecrets(Buffer.alloc(32, 2)).unseal(sealed, place)).toThrow()
})

test('a changed byte anywhere is noticed', () => {
  const sealed = secrets.seal(Buffer.from('verifier'), place)
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(() => secrets.unseal(changed, place)).toThrow()
  }
  expect(() => secrets.unseal(sealed.subarray(0, 20), place)).toThrow()
  expect(() => secrets.unseal(Buffer.alloc(0), place)).toThrow()
})

test('an installation keeps its secrets after a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'verbatim-'))
  try {
    await expect(openSecrets(home)).rejects.toThrow('is missing')
    await ensureInstallationSecret(home)
    const sealed = (await openSecrets(home)).seal(Buffer.from('kept'), place)
    expect((await openSecrets(home)).unseal(sealed, place).toString()).toBe('kept')
  } finally {
    await rm(home, { recursive: true })
  }
})

test('derived bytes are always the same, and differ by purpose and text', () => {
  const bytes = secrets.derive('fake salt', 'a@example.test', 400)
  expect(bytes).toHaveLength(400)
  expect(secrets.derive('fake salt', 'a@example.test', 400)).toEqual(bytes)
  expect(secrets.derive('fake salt', 'b@example.test', 400)).not.toEqual(bytes)
  expect(secrets.derive('fake id', 'a@example.test', 400)).not.toEqual(bytes)
})

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'ab', false],
  [undefined, 'a', false],
  [undefined, undefined, false],
])('%j and %j are the same secret: %j', (given, expected, same) => {
  expect(sameSecret(given, expected)).toBe(same)
})
