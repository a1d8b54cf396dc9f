/** Tickets: addresses of embedded insights, each for one user, one browser and one use. */
import { redeemMinutes } from '@verbatim/contract/embedded-insights.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import type { InsightId } from '@verbatim/contract/insights.ts'
import { fingerprint, newToken } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

/** The session of a user, here or at a user pool elsewhere. */
export interface TicketSession {
  readonly id: string
  readonly signedInAt: Date
}

export interface Ticket {
  /** Part of the address, and stored nowhere. */
  readonly code: string
  readonly expiresAt: Date
}

/** @param browser The value of the cookie that the address is tied to. */
export async function createTicket(
  tx: TenantTx,
  of: {
    readonly insightId: InsightId
    readonly userId: UserId
    readonly browser: string
    readonly session: TicketSession
  },
  now: Date,
): Promise<Ticket> {
  const code = newToken()
  const expiresAt = new Date(now.getTime() + redeemMinutes * 60_000)
  await tx
    .insertInto('embed_ticket')
    .values({
      code_hash: fingerprint(code),
      browser_hash: fingerprint(of.browser),
      insight_id: of.insightId,
      user_id: of.userId,
      session_id: of.session.id,
      signed_in_at: of.session.signedInAt,
      expires_at: expiresAt,
      redeemed_at: null,
    })
    .execute()
  return { code, expiresAt }
}

export interface RedeemedTicket {
  readonly insightId: InsightId
  readonly userId: UserId
  readonly session: TicketSession
}

/** Whose ticket it is. It is redeemed once, in time, and in the browser that asked for it; otherwise undefined. */
export async function redeemTicket(
  tx: TenantTx,
  { code, browser }: { readonly code: string; readonly browser: string },
  now: Date,
): Promise<RedeemedTicket | undefined> {
  const row = await tx
    .updateTable('embed_ticket')
    .set({ redeemed_at: now })
    .where('code_hash', '=', fingerprint(code))
    .where('browser_hash', '=', fingerprint(browser))
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['insight_id', 'user_id', 'session_id', 'signed_in_at'])
    .executeTakeFirst()
  if (!row || row.session_id === null || !row.signed_in_at) return undefined
  const session = { id: row.session_id, signedInAt: row.signed_in_at }
  return { insightId: row.insight_id, userId: row.user_id, session }
}

/** Removes those that can no longer be redeemed. */
export async function sweepTickets(tx: TenantTx, now: Date): Promise<void> {
  await tx.deleteFrom('embed_ticket').where('expires_at', '<=', now).execute()
}
