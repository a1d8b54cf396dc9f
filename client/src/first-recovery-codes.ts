import { renewRecoveryCodes } from '@verbatim/contract/account.ts'
import type { Api } from './api.ts'

/**
 * The recovery codes of an authenticator that the sign-in has just set up. Undefined if there are none: an external
 * user pool has no such codes, and a user who does not get them here is reminded of them in Account Settings.
 */
export function takeFirstRecoveryCodes(api: Api): Promise<readonly string[] | undefined> {
  return api(renewRecoveryCodes, { body: {} }).then(
    ({ recoveryCodes }) => recoveryCodes,
    () => undefined,
  )
}
