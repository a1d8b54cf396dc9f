import { CodeSent, type IdentityPool, Nothing } from './identity.ts'

export interface PasswordReset {
  readonly email: string
  readonly code: string
  readonly password: string
}

/** Users' actions on their own password. */
export interface Passwords {
  /** Requests a mail with a code that resets a password. The answer is the same if there is no such account. @throws Failure */
  readonly forgotPassword: (email: string) => Promise<{ readonly sentTo: string | undefined }>
  /** Sets another password with a mailed code. It does not sign in, so that the caller knows what of the two failed. @throws Failure */
  readonly resetPassword: (reset: PasswordReset) => Promise<void>
  /** At the embedded service every other session of this person ends. @throws Failure `identity.wrong-credentials`, … */
  readonly changePassword: (previous: string, proposed: string) => Promise<void>
}

export function openPasswords(pool: IdentityPool, accessToken: () => Promise<string>): Passwords {
  return {
    async forgotPassword(email) {
      const asked = { ClientId: pool.clientId, Username: email.trim() }
      const { CodeDeliveryDetails } = await pool.call('ForgotPassword', asked, CodeSent)
      return { sentTo: CodeDeliveryDetails?.Destination }
    },
    async resetPassword({ email, code, password }) {
      const named = { ClientId: pool.clientId, Username: email.trim() }
      const confirmed = { ...named, ConfirmationCode: code.trim(), Password: password }
      await pool.call('ConfirmForgotPassword', confirmed, Nothing)
    },
    async changePassword(PreviousPassword, ProposedPassword) {
      const AccessToken = await accessToken()
      await pool.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword }, Nothing)
    },
  }
}
