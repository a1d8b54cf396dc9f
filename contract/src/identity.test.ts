import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  identityFailure,
  poolNameOf,
  tenantOfClientId,
  tenantOfUserPoolId,
  userPoolClientIdOf,
  userPoolIdOf,
} from './identity.ts'
import { TenantId } from './ids.ts'

test('a tenant identifies its pool, and the pool its tenant', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (uuid) => {
      const tenantId = TenantId.parse(uuid)
      expect(tenantOfClientId(userPoolClientIdOf(tenantId))).toBe(tenantId)
      expect(tenantOfUserPoolId(userPoolIdOf(tenantId))).toBe(tenantId)
      expect(userPoolIdOf(tenantId)).toMatch(/^[\w-]+_[0-9a-zA-Z]+$/)
      expect(userPoolIdOf(tenantId).length).toBeLessThanOrEqual(55)
      expect(userPoolClientIdOf(tenantId)).toMatch(/^[\w+]{1,128}$/)
      expect(poolNameOf(userPoolIdOf(tenantId))).toBe(uuid.replaceAll('-', ''))
    }),
  )
})

test.each(['', 'app', `app${'g'.repeat(32)}`, `app${'0'.repeat(31)}`, `xapp${'1'.repeat(32)}`])(
  'no tenant is read out of the client id %j',
  (clientId) => expect(tenantOfClientId(clientId)).toBeUndefined(),
)

test.each([
  ['NotAuthorizedException', 'Incorrect username or password.', 'identity.wrong-credentials'],
  ['UserNotFoundException', 'User does not exist.', 'identity.wrong-credentials'],
  ['NotAuthorizedException', 'User is disabled.', 'identity.wrong-credentials'],
  ['NotAuthorizedException', 'Password attempts exceeded', 'identity.too-many-attempts'],
  ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'session.expired'],
  ['NotAuthorizedException', 'Refresh Token has been revoked', 'session.expired'],
  ['NotAuthorizedException', 'Access Token has been revoked', 'session.expired'],
  ['RefreshTokenReuseException', '', 'session.expired'],
  ['CodeMismatchException', 'Invalid code received for user', 'identity.wrong-code'],
  ['ExpiredCodeException', '', 'identity.code-expired'],
  ['EnableSoftwareTokenMFAException', '', 'identity.wrong-code'],
  ['InvalidPasswordException', '', 'identity.weak-password'],
  ['PasswordResetRequiredException', '', 'identity.reset-required'],
  ['TooManyRequestsException', '', 'identity.too-many-attempts'],
  ['SomethingNewException', '', 'internal'],
  ['toString', '', 'internal'],
])('the error %s "%s" is shown as %s', (name, message, code) => {
  expect(identityFailure(name, message)).toBe(code)
})
