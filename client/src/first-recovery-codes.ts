import { renewRecoveryCodes } from '@verbatim/contract/account.ts'
import type { Api } from './api.ts'

/**
 * What belongs to an authenticator that the sign-in has just set up. Undefined where there are none: a user pool
 * elsewhere has no such codes, and somebody who does not get them here is reminded of them in Account Settings.
 */
export function takeFirstRecoveryCodes(api: Api): Promise<readonly string[] | undefined> {
  return api(renewRecoveryCodes, { body: {} }).then(
    ({ recoveryCodes }) => recoveryCodes,
    () => undefined,
  )
}
