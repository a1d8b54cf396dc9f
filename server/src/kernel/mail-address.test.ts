import { expect, test } from 'vitest'
import { mailDomain, mailIdentity } from './mail-address.ts'

test.each([
  ['in any case', 'Ann.Lee@Contoso.COM', { kind: 'email', value: 'ann.lee@contoso.com' }],
  ['in angle brackets', ' <ann@contoso.com> ', { kind: 'email', value: 'ann@contoso.com' }],
  ['with its tag', 'ann+deals@contoso.com', { kind: 'email', value: 'ann+deals@contoso.com' }],
  ['that is none', 'undisclosed', { kind: 'unknown', value: 'undisclosed' }],
])('recognizes a mail address %s', (_, address, identity) => {
  expect(mailIdentity(address)).toEqual(identity)
})

test('finds the domain after the last sign', () => {
  expect(mailDomain('"a@b"@Contoso.com')).toBe('contoso.com')
  expect(mailDomain('nobody')).toBe('')
})
