import type { UserId } from '@verbatim/contract/ids.ts'
import type { TenantTx } from '#platform/db.ts'

/** A person to admit: a row of `tenant_user`. */
export interface Invitee {
  readonly id: UserId
  readonly email: string
  /** How the mail addresses the person; empty if the name is unknown. */
  readonly firstName: string
}

/**
 * What administrators do with people's sign-ins, in the embedded service or in a pool at AWS. Each
 * call belongs to the transaction of the change, and the caller audits it. No administrator sets or learns a password
 * here.
 */
export interface IdentityAdmin {
  /**
   * Lets people sign in: each gets a mail with a temporary password, which works for seven days and must then be replaced by
   * their own. People who could already sign in keep what they have and get no mail. A call takes some hundreds of people.
   */
  invite(tx: TenantTx, users: readonly Invitee[]): Promise<void>
  /**
   * Lets a user sign in with the password that the founder of the organization chose, without any mail. If they could
   * sign in before, it replaces their password, and their sessions end.
   * @throws Failure `identity.weak-password`, `identity.common-password`, `user.email-taken`
   */
  settlePassword(tx: TenantTx, user: Invitee, password: string): Promise<void>
  /**
   * Mails a new temporary password to a person who has not signed in yet; the previous one no longer works.
   * @throws Failure `identity.already-signed-in`, `user.not-found`
   */
  resendInvitation(tx: TenantTx, user: Invitee): Promise<void>
  /** Removes the sign-in with its second step, and ends every session. Repeating it changes nothing. */
  remove(tx: TenantTx, userId: UserId): Promise<void>
  /** Lets a user sign in again. The caller writes `tenant_user.enabled`. */
  enable(tx: TenantTx, userId: UserId): Promise<void>
  /** Keeps a user from signing in and ends every session. The caller writes `tenant_user.enabled`. */
  disable(tx: TenantTx, userId: UserId): Promise<void>
  /** Removes the authenticator and the recovery codes. If a second step is required, the next sign-in sets one up. */
  resetSecondStep(tx: TenantTx, userId: UserId): Promise<void>
  /** Ends every session, on every device. */
  signOutEverywhere(tx: TenantTx, userId: UserId): Promise<void>
}
