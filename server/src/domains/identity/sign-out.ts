import { fingerprint } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { endSessions } from './endings.ts'
import { sessionOf } from './sessions.ts'
import { type Answering, recordUserAct } from './sign-in.ts'
import { findUserById } from './users.ts'

/** Ends the session of a refresh token, if it is one. A session that was ended before is not ended again. */
export async function signOut(tx: TenantTx, answering: Answering, token: string): Promise<void> {
  const row = await sessionOf(tx, fingerprint(token))
    .select(['family_id', 'user_id'])
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  await endSessions(tx, answering.ctx, { familyId: row.family_id })
  const user = await findUserById(tx, row.user_id)
  if (user) await recordUserAct(tx, answering, user, 'sign_out')
}
