import { userPoolClientIdOf } from '@verbatim/contract/identity.ts'
import { TenantId } from '@verbatim/contract/ids.ts'
import { UserEmail, userLimits } from '@verbatim/contract/user-fields.ts'
import { expect, test } from 'vitest'
import { formPage } from './hosted/pages.ts'
import { ForgotPassword, SrpParameters } from './protocol.ts'

const addressOf = (length: number) => `${'a'.repeat(length - '@example.test'.length)}@example.test`
const ClientId = userPoolClientIdOf(TenantId.parse('01936f00-0000-7000-8000-000000000000'))

test('every address that can be invited can sign in and reset its password, and longer ones cannot be invited', () => {
  const longest = addressOf(userLimits.email)
  expect(UserEmail.parse(longest)).toBe(longest)
  expect(SrpParameters.parse({ USERNAME: longest, SRP_A: '1' }).USERNAME).toBe(longest)
  expect(ForgotPassword.parse({ ClientId, Username: longest }).Username).toBe(longest)
  expect(UserEmail.safeParse(addressOf(userLimits.email + 1)).success).toBe(false)
})

test('the hosted page accepts addresses up to the longest possible one', () => {
  const page = formPage(
    { step: 'password', email: '' },
    { organization: 'Test', action: '/login', token: 'x', failure: undefined, provider: undefined },
  )
  expect(page).toContain(`maxlength="${userLimits.email}"`)
})
